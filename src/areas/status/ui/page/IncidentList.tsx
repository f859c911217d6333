import { formatUtcWeekday } from '#lib/format.ts';
import { pastIncidentDays, statusFeedPath } from '../../wire/status.constants.ts';
import type { PublicIncidentWire } from '../../wire/status.ts';
import { IncidentStateBadge } from './StateBadge.tsx';
import { Affected, Timeline } from './Timeline.tsx';

const Incident = ({ incident }: { incident: PublicIncidentWire }) => (
  <article id={incident.id} className="scroll-mt-24">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h3 className="text-xl wrap-anywhere">{incident.title}</h3>
      <IncidentStateBadge state={incident.state} />
    </div>
    <p className="mt-1 mb-5 text-sm text-quiet">
      <Affected affected={incident.components} />
    </p>
    <Timeline updates={incident.updates} />
  </article>
);

type IncidentsProps = { incidents: readonly PublicIncidentWire[] };

export const OpenIncidents = ({ incidents }: IncidentsProps) =>
  incidents.length > 0 && (
    <section aria-label="Open incidents" className="grid gap-6">
      {incidents.map((incident) => (
        <div key={incident.id} className="border border-warning-text p-5 sm:p-6">
          <Incident incident={incident} />
        </div>
      ))}
    </section>
  );

const toDay = ({ started_at }: PublicIncidentWire) => started_at.slice(0, 10);

/** By the day on which they began, in UTC. */
export function PastIncidents({ incidents }: IncidentsProps) {
  const days = [...Map.groupBy(incidents, toDay)];
  return (
    <section aria-labelledby="past-incidents">
      <h2 id="past-incidents" className="text-2xl">
        Past incidents
      </h2>
      {days.map(([day, ofDay]) => (
        <div
          key={day}
          className="mt-8 grid gap-x-10 gap-y-4 border-t border-line pt-5 lg:grid-cols-4"
        >
          <p className="text-sm text-quiet">
            <time dateTime={day}>{formatUtcWeekday(new Date(day))}</time>
          </p>
          <div className="grid gap-10 lg:col-span-3">
            {ofDay.map((incident) => (
              <Incident key={incident.id} incident={incident} />
            ))}
          </div>
        </div>
      ))}
      <p className="mt-8 border-t border-line pt-5 text-quiet">
        {incidents.length === 0 ? 'There were no' : 'There were no other'} incidents in the last{' '}
        {pastIncidentDays} days. To hear of the next one, follow the{' '}
        <a href={statusFeedPath} className="link">
          feed
        </a>
        .
      </p>
    </section>
  );
}
