// Cancelling, reactivating and removing a subscription, as its customer asks.
import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { notChangeable } from '../../wire/subscription-changes.ts';
import { isLive } from '../../wire/subscriptions.constants.ts';
import type { CancelBody } from '../../wire/subscriptions.ts';
import {
  alreadySubscribed,
  freePlanStays,
  notCancellableNow,
  notRemovable,
  planIsSuspended,
  subscriptionEnded,
} from '../../wire/subscriptions.ts';
import { isFree } from '../tariffs/serialize-tariff.ts';
import { findTariffById } from '../tariffs/tariff-store.ts';
import { lockOwn } from './find-subscriptions.ts';
import {
  findTransition,
  isPaidCancellation,
  type SubscriptionEvent,
} from './states/subscription-states.ts';
import {
  noCancellation,
  noPendingChange,
  startFreePlan,
  transition,
} from './states/transition-subscription.ts';
import * as subscriptionStore from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';

/** A change that waits for the renewal is kept: it applies if the plan is reactivated. */
const cancellationValues = (
  { pending_payment_id }: subscriptionStore.SubscriptionRow,
  now: Date,
  reason: string,
) => ({
  cancel_at_period_end: true,
  cancelled_at: now,
  cancel_reason: reason,
  ...(pending_payment_id && noPendingChange),
});

export async function isOnFreeTariff(
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
): Promise<boolean> {
  return row.status !== 'pending' && isFree(await findTariffById(tx, row.tariff_id));
}

/** A suspended subscription can only be resumed by staff, whatever else is wrong. */
export const stateError = (
  { status }: Pick<subscriptionStore.SubscriptionRow, 'status'>,
  otherwise: typeof notChangeable | typeof subscriptionEnded,
) => apiError(status === 'suspended' ? planIsSuspended : otherwise, { current_status: status });

export async function cancelSubscription(
  deps: Subscriptions,
  tx: Tx,
  actor: Actor,
  id: string,
  { reason, at_period_end }: CancelBody,
): Promise<subscriptionStore.SubscriptionRow> {
  const row = await lockOwn(tx, actor, id);
  const event = at_period_end ? 'cancel_at_end' : 'cancel_now';
  return cancel(deps, tx, row, event, reason);
}

async function cancel(
  deps: Subscriptions,
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
  event: 'cancel_at_end' | 'cancel_now',
  reason: string,
): Promise<subscriptionStore.SubscriptionRow> {
  const result = findTransition(row.status, event);
  if (result === 'refused') throw stateError(row, notCancellableNow);
  // A second call changes nothing, including the reason.
  const isRepeated = result === 'same' && (row.status === 'cancelled' || row.cancel_at_period_end);
  if (isRepeated) return row;
  if (await isOnFreeTariff(tx, row)) throw apiError(freePlanStays);
  const now = deps.kernel.clock.now();
  const updated = await transition(deps, tx, row, event, cancellationValues(row, now, reason));
  if (!isLive(updated.status)) await startFreePlan(deps, tx, row.account_id);
  return updated;
}

/** `auto_renew` is the inverse of `cancel_at_period_end`. */
export async function setAutoRenew(
  deps: Subscriptions,
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
  renews: boolean,
): Promise<subscriptionStore.SubscriptionRow> {
  if (renews === !row.cancel_at_period_end) return row;
  const event: SubscriptionEvent = renews ? 'reactivate' : 'cancel_at_end';
  if (findTransition(row.status, event) !== 'same') throw stateError(row, notChangeable);
  return renews
    ? transition(deps, tx, row, event, noCancellation)
    : cancel(deps, tx, row, 'cancel_at_end', '');
}

/** Until the end of the paid period, also when cancelled at once; the free plan is ended then. */
export async function reactivateSubscription(
  deps: Subscriptions,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<subscriptionStore.SubscriptionRow> {
  const row = await lockOwn(tx, actor, id);
  const now = deps.kernel.clock.now();
  const result = findTransition(row.status, 'reactivate');
  if (result === 'refused' || (result !== 'same' && !isPaidCancellation(row, now)))
    throw stateError(row, subscriptionEnded);
  if (result !== 'same') await endReplaceable(deps, tx, row);
  return transition(deps, tx, row, 'reactivate', noCancellation);
}

async function endReplaceable(
  deps: Subscriptions,
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
): Promise<void> {
  const live = await subscriptionStore.lockLive(tx, row.account_id);
  if (!live) return;
  const givesWay = live.status === 'pending' || (await isOnFreeTariff(tx, live));
  if (!givesWay || live.status === 'suspended')
    throw apiError(alreadySubscribed, { current_status: live.status });
  await transition(deps, tx, live, 'cancel_now');
}

export async function removeSubscription(
  deps: Subscriptions,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<void> {
  const now = deps.kernel.clock.now();
  const row = await lockOwn(tx, actor, id);
  const isPending = row.status === 'pending';
  if (isLive(row.status) && !isPending)
    throw apiError(notRemovable, { current_status: row.status });
  if (isPending) await cancel(deps, tx, row, 'cancel_now', '');
  await subscriptionStore.updateSubscription(tx, row.id, { hidden_at: now, updated_at: now });
}
