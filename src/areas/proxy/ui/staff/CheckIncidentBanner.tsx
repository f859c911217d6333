import { Banner } from '#ui/Banner.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import {
  type IncidentCause,
  incidentTexts,
  privateTarget,
} from '../../wire/check-incidents.constants.ts';

type CheckIncidentBannerProps = {
  incident: { cause: IncidentCause; started_at: string } | null;
  isTargetPrivate: boolean;
};

/** Says that failed checks of proxies do not count, and why. */
export function CheckIncidentBanner({ incident, isTargetPrivate }: CheckIncidentBannerProps) {
  if (incident)
    return (
      <Banner tone="warning" title={incidentTexts[incident.cause].title}>
        {incidentTexts[incident.cause].text} It began <RelativeTime value={incident.started_at} />.
      </Banner>
    );
  if (!isTargetPrivate) return null;
  return (
    <Banner tone="warning" title={privateTarget.title}>
      {privateTarget.text}
    </Banner>
  );
}
