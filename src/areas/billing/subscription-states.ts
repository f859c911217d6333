// How a subscription moves: one table. README.md says the same, cell by cell.
import type { SubscriptionStatus } from './subscription-status.ts';

/**
 * `paid` and `charge_failed` are what came of charging for a period. `period_ended` is the end of a
 * period of a subscription that is not to be renewed, `timed_out` the end of waiting for money.
 * `cancel_at_end`, `cancel_now`, `change` and `reactivate` are what the customer asks for,
 * `suspend` and `resume` what staff do.
 */
export const subscriptionEvents = [
  'paid',
  'charge_failed',
  'period_ended',
  'timed_out',
  'change',
  'cancel_at_end',
  'cancel_now',
  'reactivate',
  'suspend',
  'resume',
  'account_deleted',
] as const;
export type SubscriptionEvent = (typeof subscriptionEvents)[number];

/**
 * A status: the subscription takes it. `same`: it stays, and what the event brings is stored.
 * `ignored`: a fact that changes nothing here. `refused`: somebody asked for what can't be.
 */
export type Outcome = SubscriptionStatus | 'same' | 'ignored' | 'refused';

const unmoved = {
  paid: 'ignored',
  charge_failed: 'ignored',
  period_ended: 'ignored',
  timed_out: 'ignored',
  change: 'refused',
  reactivate: 'refused',
  suspend: 'refused',
  resume: 'refused',
  account_deleted: 'cancelled',
} as const;

const table: Record<SubscriptionStatus, Record<SubscriptionEvent, Outcome>> = {
  pending: {
    ...unmoved,
    paid: 'active',
    charge_failed: 'same',
    timed_out: 'expired',
    cancel_at_end: 'cancelled',
    cancel_now: 'cancelled',
  },
  trialing: {
    ...unmoved,
    paid: 'active',
    charge_failed: 'expired',
    period_ended: 'cancelled',
    change: 'same',
    cancel_at_end: 'same',
    cancel_now: 'cancelled',
    reactivate: 'same',
  },
  active: {
    ...unmoved,
    paid: 'same',
    charge_failed: 'past_due',
    period_ended: 'cancelled',
    change: 'same',
    cancel_at_end: 'same',
    cancel_now: 'cancelled',
    reactivate: 'same',
    suspend: 'suspended',
  },
  past_due: {
    ...unmoved,
    paid: 'active',
    charge_failed: 'same',
    timed_out: 'expired',
    change: 'same',
    cancel_at_end: 'cancelled',
    cancel_now: 'cancelled',
  },
  suspended: {
    ...unmoved,
    // Whoever could end it would be free of it at once.
    cancel_at_end: 'same',
    cancel_now: 'refused',
    suspend: 'same',
    resume: 'active',
  },
  cancelled: {
    ...unmoved,
    cancel_at_end: 'same',
    cancel_now: 'same',
    reactivate: 'active',
    account_deleted: 'ignored',
  },
  expired: {
    ...unmoved,
    cancel_at_end: 'refused',
    cancel_now: 'refused',
    account_deleted: 'ignored',
  },
};

/** What an event makes of a subscription. Total: every event has an answer in every state. */
export const outcomeOf = (status: SubscriptionStatus, event: SubscriptionEvent): Outcome =>
  table[status][event];

/** The status afterwards; the same one where nothing moves. */
export function statusAfter(
  status: SubscriptionStatus,
  event: SubscriptionEvent,
): SubscriptionStatus {
  const outcome = outcomeOf(status, event);
  return outcome === 'same' || outcome === 'ignored' || outcome === 'refused' ? status : outcome;
}
