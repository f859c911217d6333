import { useState } from 'react';
import { useParams } from 'react-router';
import { formatUtcDateTime } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RecordScreen } from '#ui/records/RecordScreen.tsx';
import type { IncidentWire } from '../../wire/incidents.ts';
import { type IncidentState, statusPath } from '../../wire/status.constants.ts';
import { IncidentStateBadge } from '../page/StateBadge.tsx';
import { Affected, Timeline } from '../page/Timeline.tsx';
import { useIncident } from './queries.ts';
import { UpdateIncidentDialog } from './UpdateIncidentDialog.tsx';

function Actions({ incident }: { incident: IncidentWire }) {
  const [next, setNext] = useState<IncidentState>();
  if (incident.resolved_at !== null) return null;
  return (
    <>
      <Button onClick={() => setNext('resolved')}>Resolve</Button>
      <Button variant="primary" onClick={() => setNext(incident.state)}>
        Write an update
      </Button>
      {next && (
        <UpdateIncidentDialog incident={incident} state={next} onClose={() => setNext(undefined)} />
      )}
    </>
  );
}

const Facts = ({ incident }: { incident: IncidentWire }) => (
  <Panel title="Facts">
    <DescriptionList
      items={[
        { term: 'Affected', description: <Affected affected={incident.components} /> },
        { term: 'Started', description: formatUtcDateTime(new Date(incident.started_at)) },
        {
          term: 'Resolved',
          description: incident.resolved_at
            ? formatUtcDateTime(new Date(incident.resolved_at))
            : 'Not yet',
        },
        {
          term: 'Public page',
          description: (
            <a href={`${statusPath}#${incident.id}`} className="link">
              {statusPath}
            </a>
          ),
        },
      ]}
    />
  </Panel>
);

const Record = ({ incident }: { incident: IncidentWire }) => (
  <>
    <PageHeader
      title={incident.title}
      back={{ to: '/admin/incidents', label: 'Incidents' }}
      status={<IncidentStateBadge state={incident.state} />}
      action={<Actions incident={incident} />}
    />
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[3fr_2fr]">
      <Panel title="Timeline">
        <Timeline updates={incident.updates} />
      </Panel>
      <Facts incident={incident} />
    </div>
  </>
);

export default function IncidentScreen() {
  const { id = '' } = useParams();
  const found = useIncident(id);
  return (
    <RecordScreen
      what="incident"
      result={found}
      tabTitle={found.data?.title ?? 'Incident'}
      list={{ to: '/admin/incidents', label: 'Open incidents' }}
      hint="The address may be wrong."
    >
      {(incident) => <Record key={incident.id} incident={incident} />}
    </RecordScreen>
  );
}
