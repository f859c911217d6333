// The state machine of a subscription. A test compares it with the table in README.md.
import type { SubscriptionStatus } from '../../../wire/subscriptions.constants.ts';

/**
 * `paid` and `charge_failed` are results of charging for a period. `period_ended` is the end of a
 * period that is not renewed, `timed_out` the end of waiting for money. `cancel_at_end`,
 * `cancel_now`, `change` and `reactivate` are requests of the customer, `suspend` and `resume` of
 * staff.
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

/** A status is the new one. `same` stores the event's values, `ignored` nothing. */
export type SubscriptionTransition = SubscriptionStatus | 'same' | 'ignored' | 'refused';

const unaffected = {
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

const transitions: Record<SubscriptionStatus, Record<SubscriptionEvent, SubscriptionTransition>> = {
  pending: {
    ...unaffected,
    paid: 'active',
    charge_failed: 'same',
    timed_out: 'expired',
    cancel_at_end: 'cancelled',
    cancel_now: 'cancelled',
  },
  trialing: {
    ...unaffected,
    paid: 'active',
    charge_failed: 'expired',
    period_ended: 'cancelled',
    change: 'same',
    cancel_at_end: 'same',
    cancel_now: 'cancelled',
    reactivate: 'same',
  },
  active: {
    ...unaffected,
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
    ...unaffected,
    paid: 'active',
    charge_failed: 'same',
    timed_out: 'expired',
    change: 'same',
    cancel_at_end: 'cancelled',
    cancel_now: 'cancelled',
  },
  suspended: {
    ...unaffected,
    // Cancelling now would end the suspension.
    cancel_at_end: 'same',
    cancel_now: 'refused',
    suspend: 'same',
    resume: 'active',
  },
  cancelled: {
    ...unaffected,
    cancel_at_end: 'same',
    cancel_now: 'same',
    reactivate: 'active',
    account_deleted: 'ignored',
  },
  expired: {
    ...unaffected,
    cancel_at_end: 'refused',
    cancel_now: 'refused',
    account_deleted: 'ignored',
  },
};

export const findTransition = (
  status: SubscriptionStatus,
  event: SubscriptionEvent,
): SubscriptionTransition => transitions[status][event];

/** The status after an event. */
export function statusAfter(
  status: SubscriptionStatus,
  event: SubscriptionEvent,
): SubscriptionStatus {
  const result = findTransition(status, event);
  return result === 'same' || result === 'ignored' || result === 'refused' ? status : result;
}

/** Whether an ended subscription can be reactivated: only within a paid period. */
export const isPaidCancellation = (
  { status, paid_until }: { status: SubscriptionStatus; paid_until: Date | null },
  now: Date,
): boolean => status === 'cancelled' && paid_until !== null && paid_until > now;
