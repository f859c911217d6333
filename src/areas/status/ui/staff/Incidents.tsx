import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { type RecordFilter, useRecordView } from '#ui/records/record-filters.ts';
import type { Column } from '#ui/table/Table.tsx';
import type { IncidentWire } from '../../wire/incidents.ts';
import { statusPath } from '../../wire/status.constants.ts';
import { IncidentStateBadge } from '../page/StateBadge.tsx';
import { Affected } from '../page/Timeline.tsx';
import { OpenIncidentDialog } from './OpenIncidentDialog.tsx';
import { useIncidents } from './queries.ts';

const filters: readonly RecordFilter[] = [
  {
    kind: 'choice',
    name: 'is_open',
    label: 'State',
    options: [
      { value: 'true', label: 'Open' },
      { value: 'false', label: 'Resolved' },
    ],
  },
];

const toAddress = ({ id }: IncidentWire) => `/admin/incidents/${id}`;

const columns: readonly Column<IncidentWire>[] = [
  {
    key: 'title',
    header: 'Incident',
    cell: (incident) => (
      <>
        <Link to={toAddress(incident)} className="underline-offset-4 hover:underline">
          {incident.title}
        </Link>
        <p className="text-sm text-quiet">
          <Affected affected={incident.components} />
        </p>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <IncidentStateBadge state={state} />,
    width: '9rem',
  },
  {
    key: 'started_at',
    header: 'Started',
    cell: ({ started_at }) => <RelativeTime value={started_at} />,
    width: '9rem',
    isSecondary: true,
  },
  {
    key: 'updated_at',
    header: 'Last update',
    cell: ({ updated_at }) => <RelativeTime value={updated_at} />,
    width: '9rem',
    isSecondary: true,
  },
];

export default function Incidents() {
  const view = useRecordView(filters);
  const incidents = useIncidents(view.query);
  const navigate = useNavigate();
  const [isOpening, setOpening] = useState(false);
  return (
    <>
      <title>{`Incidents · ${site.name}`}</title>
      <PageHeader
        title="Incidents"
        description={
          <>
            What customers read on the{' '}
            <a href={statusPath} className="link">
              status page
            </a>
            .
          </>
        }
        action={
          <Button variant="primary" onClick={() => setOpening(true)}>
            Open an incident
          </Button>
        }
      />
      <div className="mt-6">
        <RecordList
          what="incidents"
          title="All incidents"
          columns={columns}
          filters={filters}
          view={view}
          result={incidents}
          rowKey={({ id }) => id}
          onRowOpen={(incident) => void navigate(toAddress(incident))}
          empty={
            <EmptyState title="No incidents yet">
              Open one as soon as customers notice something: it is on the status page at once.
            </EmptyState>
          }
        />
      </div>
      {isOpening && <OpenIncidentDialog onClose={() => setOpening(false)} />}
    </>
  );
}
