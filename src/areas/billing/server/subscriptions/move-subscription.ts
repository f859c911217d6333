// The status of a subscription moves here and nowhere else.
import type { Updateable } from 'kysely';
import { cancelPlanPayment } from '#areas/payments/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import type { Subscription } from '#kernel/database/schema.d.ts';
import { createId } from '#kernel/ids.ts';
import { outcomeOf, type SubscriptionEvent, statusAfter } from '../../subscription-states.ts';
import { isLive } from '../../subscription-status.ts';
import { readFreeTariff } from '../entitlements.ts';
import { periodFrom } from '../periods.ts';
import * as store from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { TariffRow } from './tariff-store.ts';

/** What the event stream says of a subscription; the reader fetches the rest. */
export const billingTopic = 'billing';

type Values = Updateable<Subscription>;
export const noPending: Values = {
  pending_tariff_id: null,
  pending_billing_period: null,
  pending_payment_id: null,
  pending_until: null,
};

/** The row must be locked by `tx`. Throws Error for what the table refuses: callers ask before. */
export async function move(
  deps: Subscriptions,
  tx: Tx,
  row: store.SubscriptionRow,
  event: SubscriptionEvent,
  values: Values = {},
): Promise<store.SubscriptionRow> {
  const outcome = outcomeOf(row.status, event);
  if (outcome === 'refused') throw new Error(`A ${row.status} subscription can't take ${event}.`);
  if (outcome === 'ignored') return row;
  const now = deps.kernel.clock.now();
  const status = statusAfter(row.status, event);
  const moved = await setPending(deps, tx, row, {
    status,
    ...(status !== row.status && valuesOf(status, now)),
    ...(status === 'cancelled' && { cancelled_at: row.cancelled_at ?? now }),
    ...values,
    updated_at: now,
  });
  await tellWatchers(deps, tx, moved);
  return moved;
}

/**
 * Stores values that change what the plan waits for, and cancels the payment that it waited for
 * until now. The caller has locked the row. Who is charging for the plan with the money of that
 * payment passes a row without it.
 */
export async function setPending(
  { payments }: Subscriptions,
  tx: Tx,
  row: store.SubscriptionRow,
  values: Values,
): Promise<store.SubscriptionRow> {
  const changed = await store.updateSubscription(tx, row.id, values);
  const before = row.pending_payment_id;
  if (before && changed.pending_payment_id !== before)
    await cancelPlanPayment(payments, tx, before);
  return changed;
}

/** What each status has that the others have not; the database checks the same. */
const valuesOf = (status: store.SubscriptionRow['status'], now: Date): Values => ({
  past_due_at: status === 'past_due' ? now : null,
  failed_charges: status === 'past_due' ? 1 : 0,
  suspended_at: status === 'suspended' ? now : null,
  ended_at: isLive(status) ? null : now,
  ...(!isLive(status) && noPending),
});

export const tellWatchers = ({ kernel }: Subscriptions, tx: Tx, row: store.SubscriptionRow) =>
  kernel.live.publish(tx, {
    topic: billingTopic,
    accountId: row.account_id,
    data: { subscription: row.id, status: row.status },
  });

type Beginning = { accountId: number; tariff: TariffRow; now: Date; anchor?: Date };

/** Columns of a subscription that begins at `now` with a period of a month of nothing owed. */
export const beginning = ({ accountId, tariff, now, anchor = now }: Beginning) => ({
  id: createId(now),
  account_id: accountId,
  tariff_id: tariff.id,
  status: 'active' as const,
  billing_period: 'monthly' as 'monthly' | 'yearly',
  price: '0',
  currency: tariff.currency,
  starts_at: now,
  anchor_at: anchor,
  current_period_start: now,
  current_period_end: periodFrom(anchor, now, 'monthly').end,
  created_at: now,
  updated_at: now,
});

/**
 * The free tariff's months are the account's, counted from its first day whatever ran in between:
 * what begins and ends for nothing brings no month forward.
 */
export const freeAnchorOf = async (
  { kernel }: Subscriptions,
  tx: Tx,
  accountId: number,
): Promise<Date> => (await store.findFirstMoment(tx, accountId)) ?? kernel.clock.now();

/** The free tariff, for an account that has nothing live. Does nothing when it has. */
export async function beginFree(deps: Subscriptions, tx: Tx, accountId: number): Promise<void> {
  const now = deps.kernel.clock.now();
  const tariff = await readFreeTariff(tx);
  const anchor = await freeAnchorOf(deps, tx, accountId);
  const row = await store.insertSubscription(tx, beginning({ accountId, tariff, now, anchor }));
  if (row) await tellWatchers(deps, tx, row);
}
