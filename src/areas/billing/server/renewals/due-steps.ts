// What is due for a subscription: pure, so that the job can run late or repeatedly.
import { dayMs } from '#lib/durations.ts';
import { graceDays } from '../../wire/subscriptions.constants.ts';
import type { SubscriptionRow } from '../subscriptions/subscription-store.ts';

/** Days of the charge attempts, counted from the first one that failed; each sends an e-mail. */
export const attemptDays = [0, 3, 6] as const;
/** Unpaid starts and changes time out after this. */
export const paymentWaitMs = dayMs;
export const trialReminderMs = 3 * dayMs;
export const yearReminderMs = 7 * dayMs;

export type DueStep = 'period_end' | 'retry' | 'grace_over' | 'give_up' | 'drop_change' | null;

type Row = Pick<
  SubscriptionRow,
  | 'status'
  | 'current_period_end'
  | 'past_due_at'
  | 'failed_charges'
  | 'pending_until'
  | 'renewal_payment_id'
>;

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs);
export const daysBefore = (at: Date, days: number): Date => daysAfter(at, -days);

/** When the next attempt is due; null if none is left. */
export function nextAttemptAt({
  past_due_at,
  failed_charges,
}: Pick<Row, 'past_due_at' | 'failed_charges'>): Date | null {
  const days = attemptDays[failed_charges];
  return past_due_at && days !== undefined ? daysAfter(past_due_at, days) : null;
}

export function dueStep(row: Row, now: Date): DueStep {
  if (row.pending_until !== null && row.pending_until <= now)
    return row.status === 'pending' ? 'give_up' : 'drop_change';
  // A card is being charged; its payment decides.
  if (row.renewal_payment_id !== null) return null;
  if (row.status === 'past_due' && row.past_due_at) {
    if (daysAfter(row.past_due_at, graceDays) <= now) return 'grace_over';
    const next = nextAttemptAt(row);
    return next && next <= now ? 'retry' : null;
  }
  const runs = row.status === 'active' || row.status === 'trialing';
  return runs && row.current_period_end <= now ? 'period_end' : null;
}
