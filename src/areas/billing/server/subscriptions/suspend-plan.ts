// What staff stop for a while, and let go on.
import type { Updateable } from 'kysely';
import type { Tx } from '#kernel/database/database.ts';
import type { Subscription } from '#kernel/database/schema.d.ts';
import type { Audit } from '#kernel/http/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import { notSuspendable } from '../../subscription-contract.ts';
import { outcomeOf, statusAfter } from '../../subscription-states.ts';
import { periodAt } from '../periods.ts';
import { holdsFree } from './cancel-plan.ts';
import { move } from './move-subscription.ts';
import { noteEndedMonths } from './note-overage.ts';
import { moveMonth } from './overage-store.ts';
import { lockAny } from './own-subscriptions.ts';
import { extendCharges, type SubscriptionRow } from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';

type Values = Updateable<Subscription>;

/** Who acts is known to the audit log. */
export type ByStaff = { deps: Subscriptions; tx: Tx; audit: Audit };

/** The clock of the period stands while staff look into something. */
export const suspendPlan = (by: ByStaff, id: string): Promise<SubscriptionRow> =>
  changeByStaff(by, id, 'suspend', async () => ({}));

/** The rest of the period is kept: it ends later by as long as it stood. */
export const resumePlan = (by: ByStaff, id: string): Promise<SubscriptionRow> =>
  changeByStaff(by, id, 'resume', (row) => moveClock(by.deps, by.tx, row));

/** The month of usage moves with the period, and what was used in it stays used. */
async function moveClock(deps: Subscriptions, tx: Tx, row: SubscriptionRow): Promise<Values> {
  if (await holdsFree(tx, row)) return {};
  const now = deps.kernel.clock.now();
  const stoodFrom = row.suspended_at!;
  await noteEndedMonths(deps, tx, row, stoodFrom);
  const end = new Date(row.current_period_end.getTime() + now.getTime() - stoodFrom.getTime());
  await extendCharges(tx, row.id, { from: row.current_period_end, to: end });
  await moveMonth(tx, row.account_id, {
    from: periodAt(row.anchor_at, stoodFrom, 'monthly'),
    to: periodAt(end, now, 'monthly'),
  });
  return { current_period_end: end, anchor_at: end, ...(row.paid_until && { paid_until: end }) };
}

async function changeByStaff(
  { deps, tx, audit }: ByStaff,
  id: string,
  event: 'suspend' | 'resume',
  valuesOf: (row: SubscriptionRow) => Promise<Values>,
): Promise<SubscriptionRow> {
  const row = await lockAny(tx, id);
  if (outcomeOf(row.status, event) === 'refused')
    throw apiError(notSuspendable, { current_status: row.status });
  const isAgain = statusAfter(row.status, event) === row.status;
  const moved = isAgain ? row : await move(deps, tx, row, event, await valuesOf(row));
  await audit.note(tx, {
    type: 'subscription',
    id,
    before: { status: row.status },
    after: { status: moved.status },
  });
  return moved;
}
