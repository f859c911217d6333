// A plan ends and begins again: what the customer takes back, and what staff stop for a while.
import type { Updateable } from 'kysely';
import type { Tx } from '#server/database/database.ts';
import type { Subscription } from '#server/database/schema.d.ts';
import type { Audit } from '#server/http/audit.ts';
import { fail } from '#server/http/errors.ts';
import type { Actor } from '#server/ports.ts';
import type { CancelBody } from '../../subscription-body.ts';
import {
  alreadySubscribed,
  freePlanStays,
  notCancellableNow,
  notChangeable,
  notRemovable,
  notSuspendable,
  type SubscriptionWire,
  subscriptionEnded,
} from '../../subscription-contract.ts';
import { outcomeOf, type SubscriptionEvent, statusAfter } from '../../subscription-states.ts';
import { isLive } from '../../subscription-status.ts';
import { beginFree, move, noPending } from './move-subscription.ts';
import { lockAny, lockOwn } from './own-subscriptions.ts';
import * as store from './subscription-store.ts';
import { showSubscription } from './subscription-wire.ts';
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

async function holdsFree(tx: Tx, row: store.SubscriptionRow): Promise<boolean> {
  return row.status !== 'pending' && isFree(await findTariffById(tx, row.tariff_id));
}

export async function cancelPlan(
  deps: Subscriptions,
  actor: Actor,
  id: string,
  { reason, at_period_end }: CancelBody,
): Promise<SubscriptionWire> {
  return deps.kernel.database.transaction(async (tx) => {
    const row = await lockOwn(tx, actor, id);
    const ended = await cancel(
      deps,
      tx,
      row,
      at_period_end ? 'cancel_at_end' : 'cancel_now',
      reason,
    );
    return showSubscription(deps, tx, ended);
  });
}

async function cancel(
  deps: Subscriptions,
  tx: Tx,
  row: store.SubscriptionRow,
  event: 'cancel_at_end' | 'cancel_now',
  reason: string,
): Promise<store.SubscriptionRow> {
  if (outcomeOf(row.status, event) === 'refused')
    throw fail(notCancellableNow, { current_status: row.status });
  // A second call changes nothing, its reason included.
  const isAgain =
    row.status === 'cancelled' || (event === 'cancel_at_end' && row.cancel_at_period_end);
  if (isAgain) return row;
  if (await holdsFree(tx, row)) throw fail(freePlanStays);
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
  if (outcomeOf(row.status, event) !== 'same')
    throw fail(notChangeable, { current_status: row.status });
  return renews ? move(deps, tx, row, event, goesOn) : cancel(deps, tx, row, 'cancel_at_end', '');
}

/** Within the paid period also after it was cancelled at once; the free tariff then gives way. */
export async function reactivatePlan(
  deps: Subscriptions,
  actor: Actor,
  id: string,
): Promise<SubscriptionWire> {
  return deps.kernel.database.transaction(async (tx) => {
    const row = await lockOwn(tx, actor, id);
    const now = deps.kernel.clock.now();
    const outcome = outcomeOf(row.status, 'reactivate');
    if (outcome === 'refused' || (outcome !== 'same' && !canReturn(row, now)))
      throw fail(subscriptionEnded, { current_status: row.status });
    if (outcome !== 'same') await makeRoom(deps, tx, row);
    const back = await move(deps, tx, row, 'reactivate', goesOn);
    return showSubscription(deps, tx, back);
  });
}

/** Only a period that was paid for: of an unpaid start or a trial nothing is left. */
export const canReturn = (row: store.SubscriptionRow, now: Date): boolean =>
  row.status === 'cancelled' && row.paid_until !== null && row.paid_until > now;

async function makeRoom(deps: Subscriptions, tx: Tx, row: store.SubscriptionRow): Promise<void> {
  const live = await store.lockLive(tx, row.account_id);
  if (!live) return;
  if (live.status !== 'pending' && !(await holdsFree(tx, live)))
    throw fail(alreadySubscribed, { current_status: live.status });
  await move(deps, tx, live, 'cancel_now');
}

export async function removeSubscription(
  deps: Subscriptions,
  actor: Actor,
  id: string,
): Promise<void> {
  const now = deps.kernel.clock.now();
  await deps.kernel.database.transaction(async (tx) => {
    const row = await lockOwn(tx, actor, id);
    const isPending = row.status === 'pending';
    if (isLive(row.status) && !isPending) throw fail(notRemovable, { current_status: row.status });
    if (isPending) await cancel(deps, tx, row, 'cancel_now', '');
    await store.updateSubscription(tx, row.id, { hidden_at: now, updated_at: now });
  });
}

/** Who acts is known to the audit log. */
export type ByStaff = { deps: Subscriptions; audit: Audit };

/** The clock of the period stands while staff look into something. */
export async function suspendPlan(by: ByStaff, id: string): Promise<SubscriptionWire> {
  return changeByStaff(by, id, 'suspend', () => ({}));
}

/** The rest of the period is kept: it ends later by as long as it stood. */
export async function resumePlan(by: ByStaff, id: string): Promise<SubscriptionWire> {
  const now = by.deps.kernel.clock.now().getTime();
  return changeByStaff(by, id, 'resume', (row) => {
    const stood = now - row.suspended_at!.getTime();
    const end = new Date(row.current_period_end.getTime() + stood);
    return { current_period_end: end, anchor_at: end, ...(row.paid_until && { paid_until: end }) };
  });
}

async function changeByStaff(
  { deps, audit }: ByStaff,
  id: string,
  event: 'suspend' | 'resume',
  values: (row: store.SubscriptionRow) => Updateable<Subscription>,
): Promise<SubscriptionWire> {
  return deps.kernel.database.transaction(async (tx) => {
    const row = await lockAny(tx, id);
    if (outcomeOf(row.status, event) === 'refused')
      throw fail(notSuspendable, { current_status: row.status });
    const isAgain = statusAfter(row.status, event) === row.status;
    const moved = isAgain ? row : await move(deps, tx, row, event, values(row));
    await audit.note(tx, {
      type: 'subscription',
      id,
      before: { status: row.status },
      after: { status: moved.status },
    });
    return showSubscription(deps, tx, moved);
  });
}
