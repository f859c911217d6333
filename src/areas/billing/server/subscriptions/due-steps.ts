// What the clock asks of a subscription: pure, so that the job can run late, twice or never.
import { graceDays } from '../../plan-money.ts';
import type { SubscriptionRow } from './subscription-store.ts';

const dayMs = 86_400_000;
/** Attempts to charge, counted from the first one that failed; a mail goes with each. */
export const attemptDays = [0, 3, 6] as const;
/** A start or change that nobody pays for is given up after this. */
export const paymentWaitMs = dayMs;
export const trialReminderMs = 3 * dayMs;
export const yearReminderMs = 7 * dayMs;

export type DueStep = 'period_end' | 'retry' | 'grace_over' | 'give_up' | 'drop_change' | null;

type Row = Pick<
  SubscriptionRow,
  'status' | 'current_period_end' | 'past_due_at' | 'failed_charges' | 'pending_until'
>;

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs);
export const daysBefore = (at: Date, days: number): Date => daysAfter(at, -days);

/** When the next attempt is due; null when none is left. */
export function nextAttemptAt({ past_due_at, failed_charges }: Row): Date | null {
  const days = attemptDays[failed_charges];
  return past_due_at && days !== undefined ? daysAfter(past_due_at, days) : null;
}

export function dueStep(row: Row, now: Date): DueStep {
  if (row.pending_until !== null && row.pending_until <= now)
    return row.status === 'pending' ? 'give_up' : 'drop_change';
  if (row.status === 'past_due' && row.past_due_at) {
    if (daysAfter(row.past_due_at, graceDays) <= now) return 'grace_over';
    const next = nextAttemptAt(row);
    return next && next <= now ? 'retry' : null;
  }
  const runs = row.status === 'active' || row.status === 'trialing';
  return runs && row.current_period_end <= now ? 'period_end' : null;
}
