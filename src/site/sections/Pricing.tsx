import { useEffect, useState } from 'react';
import builtWith from '#areas/billing/prerendered-tariffs.json' with { type: 'json' };
import { type BoardTariff, TariffBoard } from '#areas/billing/ui/plan/TariffBoard.tsx';
import { listTariffs } from '#areas/billing/wire/index.ts';
import { call } from '#client/api.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { hydrateWhenIdle } from '#ui/hydrate-when-idle.ts';

/** The tariffs as of the build, then as of now once the page has loaded them. */
function useLiveTariffs(): readonly BoardTariff[] {
  const [tariffs, setTariffs] = useState<readonly BoardTariff[]>(builtWith);
  useEffect(() => {
    const leaving = new AbortController();
    const options = { signal: leaving.signal, isAnonymous: true };
    call(listTariffs, { query: { page_size: '100' } }, options)
      .then(({ results }) => setTariffs(results.filter((one) => one.is_public)))
      // The prices of the build are still shown.
      .catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return tariffs;
}

/** The public tariffs; choosing one opens the plan screen after the sign-in. */
export const Pricing = () => (
  <div {...hydrateWhenIdle}>
    <TariffBoard
      tariffs={useLiveTariffs()}
      renderAction={(tariff, period) => (
        <ButtonLink
          href={`/dashboard/plan?tariff=${tariff.slug}&period=${period}`}
          variant={tariff.is_popular ? 'primary' : 'secondary'}
        >
          {tariff.is_free
            ? 'Start for free'
            : tariff.trial_days > 0
              ? `Try ${tariff.name} for ${tariff.trial_days} days`
              : `Choose ${tariff.name}`}
        </ButtonLink>
      )}
    />
  </div>
);
