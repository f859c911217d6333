import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import type { IncidentWire } from '../../wire/incidents.ts';
import { statusPath } from '../../wire/status.constants.ts';
import { IncidentStateBadge } from '../page/StateBadge.tsx';
import { Affected } from '../page/Timeline.tsx';
import { OpenIncidentDialog } from './OpenIncidentDialog.tsx';
import { incidentList } from './queries.ts';

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
  const [isOpening, setOpening] = useState(false);
  return (
    <Screen
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
    >
      <RecordList
        what="incidents"
        title="All incidents"
        columns={columns}
        filters={filters}
        list={incidentList}
        rowKey={({ id }) => id}
        rowPath={toAddress}
        empty={
          <EmptyState title="No incidents yet">
            Open one as soon as customers notice something: it is on the status page at once.
          </EmptyState>
        }
      />
      {isOpening && <OpenIncidentDialog onClose={() => setOpening(false)} />}
    </Screen>
  );
}
