// The only place that changes the status of a subscription.
import type { Updateable } from 'kysely';
import { cancelPlanPayment } from '#areas/payments/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import type { Subscription } from '#kernel/database/schema.d.ts';
import { createId } from '#kernel/ids.ts';
import { isLive } from '../../../wire/subscriptions.constants.ts';
import { billingTopic } from '../../billing-topic.ts';
import { readFreeTariff } from '../../entitlements.ts';
import { periodFrom } from '../../periods.ts';
import type { TariffRow } from '../../tariffs/tariff-store.ts';
import * as subscriptionStore from '../subscription-store.ts';
import type { Subscriptions } from '../subscriptions.ts';
import { publishChange } from './publish-change.ts';
import { findTransition, type SubscriptionEvent, statusAfter } from './subscription-states.ts';

type Values = Updateable<Subscription>;
export const noPendingChange: Values = {
  pending_tariff_id: null,
  pending_billing_period: null,
  pending_payment_id: null,
  pending_until: null,
};

export const noCancellation: Values = {
  cancel_at_period_end: false,
  cancelled_at: null,
  cancel_reason: '',
};

/** The row must be locked by `tx`. Throws Error for a refused transition: callers check before. */
export async function transition(
  deps: Subscriptions,
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
  event: SubscriptionEvent,
  values: Values = {},
): Promise<subscriptionStore.SubscriptionRow> {
  const result = findTransition(row.status, event);
  if (result === 'refused') throw new Error(`A ${row.status} subscription can't take ${event}.`);
  if (result === 'ignored') return row;
  const now = deps.kernel.clock.now();
  const status = statusAfter(row.status, event);
  const updated = await updateWithPending(deps, tx, row, {
    status,
    ...(status !== row.status && statusValues(status, now)),
    ...(!isLive(status) && row.pending_payment_id && noPendingChange),
    ...(status === 'cancelled' && { cancelled_at: row.cancelled_at ?? now }),
    ...values,
    updated_at: now,
  });
  await notifyClients(deps, tx, updated);
  await publishChange(deps, tx, { before: row, after: updated, event });
  return updated;
}

/**
 * Stores values that may change what the subscription waits for, and cancels the payment that it
 * waited for until now. The row must be locked. A caller that spends that payment passes a row
 * without it.
 */
export async function updateWithPending(
  { payments }: Subscriptions,
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
  values: Values,
): Promise<subscriptionStore.SubscriptionRow> {
  const changed = await subscriptionStore.updateSubscription(tx, row.id, values);
  const before = row.pending_payment_id;
  if (before && changed.pending_payment_id !== before)
    await cancelPlanPayment(payments, tx, before);
  return changed;
}

/** Columns that depend on the status; database constraints check the same. */
const statusValues = (status: subscriptionStore.SubscriptionRow['status'], now: Date): Values => ({
  past_due_at: status === 'past_due' ? now : null,
  failed_charges: status === 'past_due' ? 1 : 0,
  suspended_at: status === 'suspended' ? now : null,
  ended_at: isLive(status) ? null : now,
});

export const notifyClients = (
  { kernel }: Subscriptions,
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
) =>
  kernel.live.publish(tx, {
    topic: billingTopic,
    accountId: row.account_id,
    data: { subscription: row.id, status: row.status },
  });

type NewSubscription = { accountId: number; tariff: TariffRow; now: Date; anchor?: Date };

/** Column values of a subscription that starts at `now` with a free monthly period. */
export const newSubscriptionValues = ({
  accountId,
  tariff,
  now,
  anchor = now,
}: NewSubscription) => ({
  id: createId(now),
  account_id: accountId,
  tariff_id: tariff.id,
  status: 'active' as const,
  billing_period: 'monthly' as 'monthly' | 'yearly',
  price: '0',
  currency: tariff.currency,
  starts_at: now,
  billing_anchor_at: anchor,
  current_period_start: now,
  current_period_end: periodFrom(anchor, now, 'monthly').end,
  created_at: now,
  updated_at: now,
});

/** Free months count from the account's first day, so that restarting a plan resets no usage. */
export const readFreeAnchor = async (
  { kernel }: Subscriptions,
  tx: Tx,
  accountId: number,
): Promise<Date> =>
  (await subscriptionStore.findFirstCreatedAt(tx, accountId)) ?? kernel.clock.now();

/** Starts the free tariff for an account without a live subscription; otherwise does nothing. */
export async function startFreePlan(deps: Subscriptions, tx: Tx, accountId: number): Promise<void> {
  const now = deps.kernel.clock.now();
  const tariff = await readFreeTariff(tx);
  const anchor = await readFreeAnchor(deps, tx, accountId);
  const row = await subscriptionStore.insertSubscription(
    tx,
    newSubscriptionValues({ accountId, tariff, now, anchor }),
  );
  if (row) await notifyClients(deps, tx, row);
}
