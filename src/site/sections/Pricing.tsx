import { useEffect, useState } from 'react';
import { listTariffs } from '#areas/billing/contract.ts';
import builtWith from '#areas/billing/tariffs.json' with { type: 'json' };
import { type BoardTariff, TariffBoard } from '#areas/billing/ui/plan/TariffBoard.tsx';
import { call } from '#client/api.ts';
import { ButtonLink } from '#ui/Button.tsx';

/** Printed with what the tables held at build; asked again once the page runs. */
function useLiveTariffs(): readonly BoardTariff[] {
  const [tariffs, setTariffs] = useState<readonly BoardTariff[]>(builtWith);
  useEffect(() => {
    const leaving = new AbortController();
    const options = { signal: leaving.signal, isAnonymous: true };
    call(listTariffs, { query: { page_size: '100' } }, options)
      .then(({ results }) => setTariffs(results.filter((one) => one.is_public)))
      // The printed prices are still there.
      .catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return tariffs;
}

/** The public tariffs; the choice leads to the plan screen, by way of the sign-in. */
export const Pricing = () => (
  <TariffBoard
    tariffs={useLiveTariffs()}
    actionOf={(tariff, period) => (
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
);
