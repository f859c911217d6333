import { useState } from 'react';
import type { OverviewWire } from '#areas/billing/wire/index.ts';
import { useIsDismissed } from './use-is-dismissed.ts';

/** Unknown counts as called: the first run is for those who certainly have not. */
export const hasCalled = ({ metrics }: OverviewWire): boolean =>
  metrics.api_keys === null || metrics.api_keys.total_requests > 0;

const isNew = (overview: OverviewWire): boolean =>
  !hasCalled(overview) && !overview.metrics.balance?.has_transactions;

/**
 * Whether the account had neither calls nor money when the screen opened: then the first run stays,
 * also when the first call arrives, until it is left or dismissed.
 */
export function useFirstRun(accountId: number, overview: OverviewWire | undefined) {
  const [wasNew, setWasNew] = useState<boolean>();
  const [isDismissed, dismiss] = useIsDismissed('first_run', accountId);
  if (overview && wasNew === undefined) setWasNew(isNew(overview));
  return { isFirstRun: wasNew === true && !isDismissed, dismiss };
}
