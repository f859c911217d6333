import { Button } from '#ui/Button.tsx';
import { hydrateWhenIdle } from '#ui/hydrate-when-idle.ts';
import { analyticsTagId, setConsent } from '../analytics/analytics.ts';
import { useConsent } from '../analytics/use-consent.ts';
import { useIsHydrated } from '../navigation/use-is-hydrated.ts';

const states = {
  granted: 'You allowed us to count your visits.',
  denied: 'Your visits are not counted.',
  unanswered: 'You have not answered yet: your visits are not counted.',
};

/** On the page about cookies: the current choice, and buttons to change it. */
export function StatisticsChoice() {
  const consent = useConsent();
  // Printed before it is known whether the operator counts.
  if (!useIsHydrated())
    return <p {...hydrateWhenIdle}>Without JavaScript, your visits are not counted.</p>;
  if (!analyticsTagId) return <p>This site does not count visits.</p>;
  return (
    <>
      <p>
        With your consent we count which pages are opened, through Google Analytics. It stores the
        cookies <code>_ga</code> and <code>_ga_…</code> for up to two years and sees your IP address
        and the paths of the pages. Your choice is stored in your browser as{' '}
        <code>analytics_consent</code>.
      </p>
      <p role="status">{states[consent]}</p>
      <p>
        {consent === 'granted' ? (
          <Button onClick={() => setConsent('denied')}>Stop counting</Button>
        ) : (
          <Button onClick={() => setConsent('granted')}>Count my visits</Button>
        )}
      </p>
    </>
  );
}
