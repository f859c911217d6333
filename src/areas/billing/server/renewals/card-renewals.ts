// Continues a renewal by card, in the transaction in which its payment ends.
import { readCardName } from '#areas/payments/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { sendCardDeclinedMail } from '../subscriptions/emails/plan-mails.ts';
import * as subscriptionStore from '../subscriptions/subscription-store.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { collect } from './collect.ts';
import { dueStep } from './due-steps.ts';
import { failCharge } from './fail-charge.ts';
import { renew } from './next-period.ts';

type Row = subscriptionStore.SubscriptionRow;

/** Null if no renewal is due any more: the money stays in the wallet. */
async function stopWaiting(deps: Subscriptions, tx: Tx, live: Row): Promise<Row | null> {
  const change = { renewal_payment_id: null };
  const row = await subscriptionStore.updateSubscription(tx, live.id, change);
  if (row.status === 'past_due') return row;
  const isDue = dueStep(row, deps.kernel.clock.now()) === 'period_end';
  return isDue && !row.cancel_at_period_end ? row : null;
}

/** The card has paid into the wallet. The row must be locked by `tx`. */
export async function finishCardRenewal(
  deps: Subscriptions,
  tx: Tx,
  live: Row,
  actor: string,
): Promise<void> {
  const row = await stopWaiting(deps, tx, live);
  if (!row) return;
  const result = await renew(deps, tx, row, actor);
  if ('required' in result) await failCharge(deps, tx, row, result);
}

type FailedPayment = {
  paymentId: string;
  accountId: number;
  cardId: string;
  declineCode: string | null;
};

/** `card_payment.failed`: the balance pays if it can. */
export async function failCardRenewal(
  deps: Subscriptions,
  tx: Tx,
  { paymentId, accountId, cardId, declineCode }: FailedPayment,
): Promise<void> {
  const live = await subscriptionStore.lockLive(tx, accountId);
  if (live?.renewal_payment_id !== paymentId) return;
  const row = await stopWaiting(deps, tx, live);
  if (!row) return;
  const decline = {
    card: await readCardName(tx, cardId),
    isUnconfirmed: declineCode === 'authentication_required',
  };
  const result = await renew(deps, tx, row);
  if ('required' in result) await failCharge(deps, tx, row, result, decline);
  else await sendCardDeclinedMail(deps, tx, result, decline);
}

/** `card.ready`: a new card pays what is overdue at once. */
export async function chargeReadyCard(
  deps: Subscriptions,
  tx: Tx,
  { accountId }: { accountId: number },
): Promise<void> {
  const live = await subscriptionStore.lockLive(tx, accountId);
  if (live?.status === 'past_due' && live.renewal_payment_id === null)
    await collect(deps, tx, live);
}
