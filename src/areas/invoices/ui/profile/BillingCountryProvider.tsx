import { lazy, type ReactNode, useCallback, useState } from 'react';
import { BillingCountryContext } from '#client/billing-country.ts';
import { LazyBoundary } from '#ui/LazyBoundary.tsx';

const CountryDialog = lazy(async () => ({
  default: (await import('./CountryDialog.tsx')).CountryDialog,
}));

type Settle = (isSaved: boolean) => void;

/** A purchase below waits for the dialog and continues once it is saved. */
export function BillingCountryProvider({ children }: { children: ReactNode }) {
  const [settle, setSettle] = useState<Settle>();
  const requestCountry = useCallback(
    () => new Promise<boolean>((resolve) => setSettle(() => resolve)),
    [],
  );
  const finish = (isSaved: boolean) => {
    settle?.(isSaved);
    setSettle(undefined);
  };
  return (
    <BillingCountryContext value={requestCountry}>
      {children}
      {settle && (
        <LazyBoundary onFailure={() => finish(false)}>
          <CountryDialog onSaved={() => finish(true)} onClose={() => finish(false)} />
        </LazyBoundary>
      )}
    </BillingCountryContext>
  );
}
