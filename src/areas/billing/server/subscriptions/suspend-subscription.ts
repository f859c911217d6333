// Staff suspend a subscription and resume it.
import type { Updateable } from 'kysely';
import type { Tx } from '#kernel/database/database.ts';
import type { Subscription } from '#kernel/database/schema.d.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import { notSuspendable } from '../../wire/subscriptions.ts';
import { moveUsageMonth } from '../overage/overage-store.ts';
import { recordEndedMonths } from '../overage/record-overage.ts';
import { periodAt } from '../periods.ts';
import { isOnFreeTariff } from './cancel-subscription.ts';
import { lockAny } from './find-subscriptions.ts';
import { findTransition, statusAfter } from './states/subscription-states.ts';
import { transition } from './states/transition-subscription.ts';
import { extendCharges, type SubscriptionRow } from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';

type Values = Updateable<Subscription>;

/** The audit entry names the acting user. */
export type StaffContext = { deps: Subscriptions; tx: Tx; audit: Audit };

/** The current period is paused while the subscription is suspended. */
export const suspendSubscription = (context: StaffContext, id: string): Promise<SubscriptionRow> =>
  transitionByStaff(context, id, 'suspend', async () => ({}));

/** The period ends later by the length of the suspension. */
export const resumeSubscription = (context: StaffContext, id: string): Promise<SubscriptionRow> =>
  transitionByStaff(context, id, 'resume', (row) => extendPeriod(context.deps, context.tx, row));

/** The usage month moves with the period, and its usage is kept. */
async function extendPeriod(deps: Subscriptions, tx: Tx, row: SubscriptionRow): Promise<Values> {
  if (await isOnFreeTariff(tx, row)) return {};
  const now = deps.kernel.clock.now();
  const suspendedAt = row.suspended_at!;
  await recordEndedMonths(deps, tx, row, suspendedAt);
  const end = new Date(row.current_period_end.getTime() + now.getTime() - suspendedAt.getTime());
  await extendCharges(tx, row.id, { from: row.current_period_end, to: end });
  await moveUsageMonth(tx, row.account_id, {
    from: periodAt(row.billing_anchor_at, suspendedAt, 'monthly'),
    to: periodAt(end, now, 'monthly'),
  });
  return {
    current_period_end: end,
    billing_anchor_at: end,
    ...(row.paid_until && { paid_until: end }),
  };
}

async function transitionByStaff(
  { deps, tx, audit }: StaffContext,
  id: string,
  event: 'suspend' | 'resume',
  readValues: (row: SubscriptionRow) => Promise<Values>,
): Promise<SubscriptionRow> {
  const row = await lockAny(tx, id);
  if (findTransition(row.status, event) === 'refused')
    throw apiError(notSuspendable, { current_status: row.status });
  const isRepeated = statusAfter(row.status, event) === row.status;
  const updated = isRepeated ? row : await transition(deps, tx, row, event, await readValues(row));
  await audit.record(tx, {
    type: 'subscription',
    id,
    before: { status: row.status },
    after: { status: updated.status },
  });
  return updated;
}
