// Reactions of subscriptions to events of other areas, in the event's transaction.

import type { Tx } from '#kernel/database/database.ts';
import { toAmount, zero } from '#lib/money.ts';
import { settleMissedPeriod } from '../missed-periods/decide-missed.ts';
import { payOverage } from '../overage/pay-overage.ts';
import { periodFrom } from '../periods.ts';
import { chargeReadyCard, failCardRenewal, finishCardRenewal } from '../renewals/card-renewals.ts';
import { chargePeriod } from '../renewals/charge-period.ts';
import { nextTariffId } from '../renewals/next-charge.ts';
import { renew } from '../renewals/next-period.ts';
import { findTariffById } from '../tariffs/tariff-store.ts';
import { applyDecision } from './changes/change-subscription.ts';
import { decideChange, type PlanChoice } from './changes/decide-change.ts';
import { noPendingChange, startFreePlan, transition } from './states/transition-subscription.ts';
import * as subscriptionStore from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';

type CompletedPayment = { paymentId: string; accountId: number; tariff?: string | null };

/** Actors for charges that no payment was made for; the payment is not linked to them. */
const jobActors = { renewal: 'job:billing.renew', overage: 'job:billing.overage' };

/** Event handlers, listed in app.ts. */
export const subscriptionHandlers = (deps: Subscriptions) => ({
  /** `account.registered`: every account starts on the free tariff. */
  registered: (tx: Tx, { accountId }: { accountId: number }) => startFreePlan(deps, tx, accountId),
  /** `account.deleted`: ends the live subscription without a successor. */
  deleted: async (tx: Tx, { accountId }: { accountId: number }) => {
    const live = await subscriptionStore.lockLive(tx, accountId);
    if (live) await transition(deps, tx, live, 'account_deleted');
  },
  missedPeriodDecided: settleMissedPeriod(deps),
  /** `payment.completed`: starts what waited for it, and pays what is overdue. */
  paid: async (tx: Tx, { paymentId, accountId, tariff }: CompletedPayment) => {
    const actor = `payment:${paymentId}`;
    const live = await subscriptionStore.lockLive(tx, accountId);
    if (live?.renewal_payment_id === paymentId) await finishCardRenewal(deps, tx, live, actor);
    else if (live?.pending_payment_id === paymentId) await applyPayment(deps, tx, live, actor);
    else if (live?.status === 'past_due') {
      const due = await findTariffById(tx, nextTariffId(live));
      const isAnothers = tariff != null && tariff !== due.slug;
      await renew(deps, tx, live, isAnothers ? jobActors.renewal : actor);
    }
    await payOverage(deps, tx, accountId, jobActors.overage);
  },
  /** `card_payment.failed`, also of payments for something else. */
  cardFailed: (tx: Tx, payment: Parameters<typeof failCardRenewal>[2]) =>
    failCardRenewal(deps, tx, payment),
  /** `card.ready`. */
  cardReady: (tx: Tx, account: { accountId: number }) => chargeReadyCard(deps, tx, account),
});

/** Money that no longer covers the charge, after a partial refund, stays in the wallet. */
async function applyPayment(
  deps: Subscriptions,
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
  actor: string,
): Promise<void> {
  if (row.status === 'pending') return startPaidSubscription(deps, tx, row, actor);
  const tariff = row.pending_tariff_id && (await findTariffById(tx, row.pending_tariff_id));
  const withoutPayment = await subscriptionStore.updateSubscription(tx, row.id, noPendingChange);
  if (!tariff) return;
  const plan = { tariff, billingPeriod: row.pending_billing_period! };
  if (row.status === 'past_due') return payOverdue(deps, tx, withoutPayment, plan, actor);
  if (row.status !== 'active' && row.status !== 'trialing') return;
  const currentTariff = await findTariffById(tx, row.tariff_id);
  const now = deps.kernel.clock.now();
  await applyDecision(
    deps,
    tx,
    withoutPayment,
    decideChange(withoutPayment, currentTariff, plan, now),
    actor,
  );
}

/** With the pending change if the money covers it, otherwise without it. */
async function payOverdue(
  deps: Subscriptions,
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
  { tariff, billingPeriod }: PlanChoice,
  actor: string,
): Promise<void> {
  const changed = await subscriptionStore.updateSubscription(tx, row.id, {
    pending_tariff_id: tariff.id,
    pending_billing_period: billingPeriod,
  });
  const result = await renew(deps, tx, changed, actor);
  if (!('required' in result)) return;
  const unchanged = await subscriptionStore.updateSubscription(tx, row.id, noPendingChange);
  await renew(deps, tx, unchanged, jobActors.renewal);
}

async function startPaidSubscription(
  deps: Subscriptions,
  tx: Tx,
  row: subscriptionStore.SubscriptionRow,
  actor: string,
) {
  const now = deps.kernel.clock.now();
  const tariff = await findTariffById(tx, row.tariff_id);
  const price = toAmount(row.price, row.currency);
  const period = periodFrom(now, now, row.billing_period);
  const result = await chargePeriod(deps, tx, row, {
    kind: 'start',
    tariff,
    amount: price,
    credit: zero(price.currency),
    period,
    actor,
  });
  if (result !== 'paid') return;
  await transition(deps, tx, { ...row, pending_payment_id: null }, 'paid', {
    starts_at: now,
    billing_anchor_at: now,
    current_period_start: period.start,
    current_period_end: period.end,
    paid_until: period.end,
    ...noPendingChange,
  });
}
