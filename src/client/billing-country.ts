// Where something is bought or a card is saved, the screens ask for a missing country and go on.
import { createContext, useContext } from 'react';
import { CallError } from '#lib/call-error.ts';

/** Opens a dialog for the country; false if it was closed without one. */
export type RequestCountry = () => Promise<boolean>;

/** The dashboard provides it. Elsewhere the error of the call is shown. */
export const BillingCountryContext = createContext<RequestCountry>(async () => false);

const isCountryMissing = (error: unknown): boolean =>
  error instanceof CallError &&
  typeof error.body === 'object' &&
  error.body !== null &&
  'code' in error.body &&
  error.body.code === 'billing_country_required';

/**
 * A call refused with `billing_country_required` is repeated once the country is saved. The second
 * attempt is another call: it needs another idempotency key.
 */
export function useBillingCountry(): <T>(send: () => Promise<T>) => Promise<T> {
  const requestCountry = useContext(BillingCountryContext);
  return async (send) => {
    try {
      return await send();
    } catch (error) {
      if (!isCountryMissing(error) || !(await requestCountry())) throw error;
      return send();
    }
  };
}
