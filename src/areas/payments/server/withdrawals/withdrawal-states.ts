// The states of a withdrawal as one pure function. A test compares it with the table in README.md.
import type { WithdrawalStatus } from '../../wire/withdrawals.constants.ts';

/**
 * `settle`: paid out by hand. `ask_provider`: the provider is asked for a refund. `paid` and
 * `failed` are facts: of the provider, or that a bank sent the money back. `failed_short`: the same,
 * but the wallet is in debt and no longer covers the amount. The others are requests by people.
 */
export const withdrawalEvents = [
  'approve',
  'reject',
  'cancel',
  'settle',
  'ask_provider',
  'paid',
  'failed',
  'failed_short',
] as const;
export type WithdrawalEvent = (typeof withdrawalEvents)[number];

const possible: Record<WithdrawalStatus, Partial<Record<WithdrawalEvent, WithdrawalStatus>>> = {
  requested: { approve: 'approved', reject: 'rejected', cancel: 'cancelled' },
  approved: { reject: 'rejected', settle: 'settled', ask_provider: 'paying' },
  paying: { paid: 'settled', failed: 'approved', failed_short: 'rejected' },
  settled: { failed: 'approved', failed_short: 'rejected' },
  rejected: {},
  cancelled: {},
};

const isFact = (event: WithdrawalEvent): boolean =>
  event === 'paid' || event === 'failed' || event === 'failed_short';

/** Total: what is impossible is `refused` for requests, `stored` for facts. */
export const withdrawalOutcome = (
  status: WithdrawalStatus,
  event: WithdrawalEvent,
): WithdrawalStatus | 'refused' | 'stored' =>
  possible[status][event] ?? (isFact(event) ? 'stored' : 'refused');

/** The next status of a request, or null. */
export function nextStatus(
  status: WithdrawalStatus,
  event: WithdrawalEvent,
): WithdrawalStatus | null {
  const outcome = withdrawalOutcome(status, event);
  return outcome === 'refused' || outcome === 'stored' ? null : outcome;
}
