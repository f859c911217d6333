// A plan ends and begins again, as its customer asks.
import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import type { CancelBody } from '../../subscription-body.ts';
import {
  alreadySubscribed,
  freePlanStays,
  notCancellableNow,
  notChangeable,
  notRemovable,
  planIsSuspended,
  subscriptionEnded,
} from '../../subscription-contract.ts';
import { outcomeOf, type SubscriptionEvent } from '../../subscription-states.ts';
import { isLive } from '../../subscription-status.ts';
import { beginFree, move, noPending } from './move-subscription.ts';
import { lockOwn } from './own-subscriptions.ts';
import * as store from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';
import { findTariffById } from './tariff-store.ts';
import { isFree } from './tariff-wire.ts';

const willEnd = (now: Date, reason: string) => ({
  cancel_at_period_end: true,
  cancelled_at: now,
  cancel_reason: reason,
  ...noPending,
});
const goesOn = { cancel_at_period_end: false, cancelled_at: null, cancel_reason: '' };

export async function holdsFree(tx: Tx, row: store.SubscriptionRow): Promise<boolean> {
  return row.status !== 'pending' && isFree(await findTariffById(tx, row.tariff_id));
}

/** What staff stopped is for them to let go on, whatever else could be said of it. */
export const refusalOf = (
  { status }: Pick<store.SubscriptionRow, 'status'>,
  otherwise: typeof notChangeable | typeof subscriptionEnded,
) => apiError(status === 'suspended' ? planIsSuspended : otherwise, { current_status: status });

export async function cancelPlan(
  deps: Subscriptions,
  tx: Tx,
  actor: Actor,
  id: string,
  { reason, at_period_end }: CancelBody,
): Promise<store.SubscriptionRow> {
  const row = await lockOwn(tx, actor, id);
  const event = at_period_end ? 'cancel_at_end' : 'cancel_now';
  return cancel(deps, tx, row, event, reason);
}

async function cancel(
  deps: Subscriptions,
  tx: Tx,
  row: store.SubscriptionRow,
  event: 'cancel_at_end' | 'cancel_now',
  reason: string,
): Promise<store.SubscriptionRow> {
  const outcome = outcomeOf(row.status, event);
  if (outcome === 'refused') throw refusalOf(row, notCancellableNow);
  // A second call changes nothing, its reason included.
  const isAgain = outcome === 'same' && (row.status === 'cancelled' || row.cancel_at_period_end);
  if (isAgain) return row;
  if (await holdsFree(tx, row)) throw apiError(freePlanStays);
  const now = deps.kernel.clock.now();
  const moved = await move(deps, tx, row, event, willEnd(now, reason));
  if (!isLive(moved.status)) await beginFree(deps, tx, row.account_id);
  return moved;
}

/** `auto_renew` is the same flag under its other name. */
export async function setAutoRenew(
  deps: Subscriptions,
  tx: Tx,
  row: store.SubscriptionRow,
  renews: boolean,
): Promise<store.SubscriptionRow> {
  if (renews === !row.cancel_at_period_end) return row;
  const event: SubscriptionEvent = renews ? 'reactivate' : 'cancel_at_end';
  if (outcomeOf(row.status, event) !== 'same') throw refusalOf(row, notChangeable);
  return renews ? move(deps, tx, row, event, goesOn) : cancel(deps, tx, row, 'cancel_at_end', '');
}

/** Within the paid period also after it was cancelled at once; the free tariff then gives way. */
export async function reactivatePlan(
  deps: Subscriptions,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<store.SubscriptionRow> {
  const row = await lockOwn(tx, actor, id);
  const now = deps.kernel.clock.now();
  const outcome = outcomeOf(row.status, 'reactivate');
  if (outcome === 'refused' || (outcome !== 'same' && !canReturn(row, now)))
    throw refusalOf(row, subscriptionEnded);
  if (outcome !== 'same') await makeRoom(deps, tx, row);
  return move(deps, tx, row, 'reactivate', goesOn);
}

/** Only a period that was paid for: of an unpaid start or a trial nothing is left. */
export const canReturn = (row: store.SubscriptionRow, now: Date): boolean =>
  row.status === 'cancelled' && row.paid_until !== null && row.paid_until > now;

async function makeRoom(deps: Subscriptions, tx: Tx, row: store.SubscriptionRow): Promise<void> {
  const live = await store.lockLive(tx, row.account_id);
  if (!live) return;
  const givesWay = live.status === 'pending' || (await holdsFree(tx, live));
  if (!givesWay || live.status === 'suspended')
    throw apiError(alreadySubscribed, { current_status: live.status });
  await move(deps, tx, live, 'cancel_now');
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
  await store.updateSubscription(tx, row.id, { hidden_at: now, updated_at: now });
}
