// What follows when neither the balance nor a card has paid for the next period.
import type { InsufficientBalance } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import {
  type Decline,
  type EndReason,
  sendPastDueMail,
  sendPlanEndedMail,
} from '../subscriptions/emails/plan-mails.ts';
import { startFreePlan, transition } from '../subscriptions/states/transition-subscription.ts';
import type { SubscriptionRow } from '../subscriptions/subscription-store.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { nextAttemptAt } from './due-steps.ts';

/** Ends a trial; anything else is past due, with an e-mail. The row must be locked by `tx`. */
export async function failCharge(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  missing: InsufficientBalance,
  decline: Decline | null = null,
): Promise<void> {
  if (row.status === 'trialing') return endSubscription(deps, tx, row, 'charge_failed');
  const failed = await transition(deps, tx, row, 'charge_failed', {
    ...(isAttempt(row, deps.kernel.clock.now()) && { failed_charges: row.failed_charges + 1 }),
  });
  await sendPastDueMail(deps, tx, failed, missing, decline);
}

/** A card that was saved in between is charged at once: the scheduled attempts stay. */
function isAttempt(row: SubscriptionRow, now: Date): boolean {
  const at = nextAttemptAt(row);
  return row.status === 'past_due' && at !== null && at <= now;
}

export async function endSubscription(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  event: 'period_ended' | 'timed_out' | 'charge_failed',
  reason: EndReason = event,
): Promise<void> {
  await transition(deps, tx, row, event);
  await startFreePlan(deps, tx, row.account_id);
  await sendPlanEndedMail(deps, tx, row, reason);
}
