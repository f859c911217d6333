import { formatList } from '#lib/format.ts';
import { Banner } from '#ui/Banner.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { components, incidentStateLabels, statusPath } from '../../wire/status.constants.ts';
import { useOpenIncidents } from './use-open-incidents.ts';

/** Open incidents, on every screen of a customer, until each is resolved or dismissed. */
export function IncidentNotices() {
  const { incidents, dismiss } = useOpenIncidents();
  if (incidents.length === 0) return null;
  return (
    <div className="mb-6 grid gap-3">
      {incidents.map((incident) => {
        const { id, title, state, components: affected, updates } = incident;
        const latest = updates[0];
        return (
          <Banner
            key={id}
            tone="warning"
            title={title}
            action={
              <a href={`${statusPath}#${id}`} className="link text-sm">
                Follow it on the status page
              </a>
            }
            onDismiss={() => dismiss(incident)}
          >
            <p className="text-quiet">
              {`${incidentStateLabels[state]}: ${formatList(affected.map(({ name }) => components[name]))}`}
              {latest && (
                <>
                  , updated <RelativeTime value={latest.created_at} />
                </>
              )}
            </p>
          </Banner>
        );
      })}
    </div>
  );
}
