// What subscriptions make of what happens elsewhere, in the transaction in which it happens.

import type { Tx } from '#kernel/database/database.ts';
import { amountOf, zero } from '#lib/money.ts';
import { periodFrom } from '../periods.ts';
import { applyDecision } from './change-plan.ts';
import { chargePeriod } from './charge-period.ts';
import { decideChange, type Plan } from './decide-change.ts';
import { beginFree, move, noPending } from './move-subscription.ts';
import { nextTariffId } from './next-charge.ts';
import { payOverage } from './pay-overage.ts';
import { renew } from './renew.ts';
import * as store from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';
import { findTariffById } from './tariff-store.ts';

type Completed = { paymentId: string; accountId: number; tariff?: string | null };

/** Who charges for what no payment was made for: such money is not called the plan's. */
const byClock = { renewal: 'job:billing.renew', overage: 'job:billing.overage' };

/** Handlers for app.ts to list. */
export const subscriptionHandlers = (deps: Subscriptions) => ({
  /** `account.registered`: everybody begins with the free tariff. */
  registered: (tx: Tx, { accountId }: { accountId: number }) => beginFree(deps, tx, accountId),
  /** `account.deleted`: what ran ends now, and nothing follows. */
  deleted: async (tx: Tx, { accountId }: { accountId: number }) => {
    const live = await store.lockLive(tx, accountId);
    if (live) await move(deps, tx, live, 'account_deleted');
  },
  /** `payment.completed`: its plan begins, and whatever is overdue is paid. */
  paid: async (tx: Tx, { paymentId, accountId, tariff }: Completed) => {
    const actor = `payment:${paymentId}`;
    const live = await store.lockLive(tx, accountId);
    if (live?.pending_payment_id === paymentId) await applyPayment(deps, tx, live, actor);
    else if (live?.status === 'past_due') {
      const due = await findTariffById(tx, nextTariffId(live));
      const isAnothers = tariff != null && tariff !== due.slug;
      await renew(deps, tx, live, isAnothers ? byClock.renewal : actor);
    }
    await payOverage(deps, tx, accountId, byClock.overage);
  },
});

/** Money that is short of the charge, because a part went back, stays in the wallet. */
async function applyPayment(
  deps: Subscriptions,
  tx: Tx,
  row: store.SubscriptionRow,
  actor: string,
): Promise<void> {
  if (row.status === 'pending') return startPaid(deps, tx, row, actor);
  const tariff = row.pending_tariff_id && (await findTariffById(tx, row.pending_tariff_id));
  const unlinked = await store.updateSubscription(tx, row.id, noPending);
  if (!tariff) return;
  const plan = { tariff, billingPeriod: row.pending_billing_period! };
  if (row.status === 'past_due') return payOverdue(deps, tx, unlinked, plan, actor);
  if (row.status !== 'active' && row.status !== 'trialing') return;
  const held = await findTariffById(tx, row.tariff_id);
  const now = deps.kernel.clock.now();
  await applyDecision(deps, tx, unlinked, decideChange(unlinked, held, plan, now), actor);
}

/** With the change that was waited for where the money is enough for it, else as it was. */
async function payOverdue(
  deps: Subscriptions,
  tx: Tx,
  row: store.SubscriptionRow,
  { tariff, billingPeriod }: Plan,
  actor: string,
): Promise<void> {
  const changed = await store.updateSubscription(tx, row.id, {
    pending_tariff_id: tariff.id,
    pending_billing_period: billingPeriod,
  });
  const outcome = await renew(deps, tx, changed, actor);
  if (!('required' in outcome)) return;
  const unchanged = await store.updateSubscription(tx, row.id, noPending);
  await renew(deps, tx, unchanged, byClock.renewal);
}

async function startPaid(deps: Subscriptions, tx: Tx, row: store.SubscriptionRow, actor: string) {
  const now = deps.kernel.clock.now();
  const tariff = await findTariffById(tx, row.tariff_id);
  const price = amountOf(row.price, row.currency);
  const period = periodFrom(now, now, row.billing_period);
  const outcome = await chargePeriod(deps, tx, row, {
    kind: 'start',
    tariff,
    amount: price,
    credit: zero(price.currency),
    period,
    actor,
  });
  if (outcome !== 'paid') return;
  await move(deps, tx, { ...row, pending_payment_id: null }, 'paid', {
    starts_at: now,
    anchor_at: now,
    current_period_start: period.start,
    current_period_end: period.end,
    paid_until: period.end,
    ...noPending,
  });
}
