// What a plan that somebody wants amounts to, for them, now. The same for the preview, the change
// itself, and a change that waited for its payment.
import { type Amount, amountOf, isZero, zero } from '#lib/money.ts';
import type { BillingPeriod } from '../../tariff-contract.ts';
import { type Period, periodFrom } from '../periods.ts';
import { daysAfter } from './due-steps.ts';
import { planChange } from './plan-change.ts';
import type { SubscriptionRow } from './subscription-store.ts';
import type { TariffRow } from './tariff-store.ts';
import { priceOf } from './tariff-wire.ts';

export type Plan = { tariff: TariffRow; billingPeriod: BillingPeriod };

export type Decision = Plan & {
  /**
   * `trial`, `start` and `upgrade` hold at once, `downgrade` from the renewal on; `renewal` pays
   * what is overdue with the new plan; `none`: it is the plan already.
   */
  kind: 'trial' | 'start' | 'upgrade' | 'downgrade' | 'renewal' | 'none';
  price: Amount;
  charge: Amount;
  credit: Amount;
  /** That the charge is for; the current one where nothing is charged. */
  period: Period;
};

/** Of a new subscription. */
export function decideStart(
  plan: Plan,
  { hasTrial, now }: { hasTrial: boolean; now: Date },
): Decision {
  const { tariff, billingPeriod } = plan;
  const price = priceOf(tariff, billingPeriod);
  const nothing = zero(price.currency);
  if (hasTrial && tariff.trial_days > 0) {
    const period = { start: now, end: daysAfter(now, tariff.trial_days) };
    return { ...plan, kind: 'trial', price, charge: nothing, credit: nothing, period };
  }
  const period = periodFrom(now, now, billingPeriod);
  return { ...plan, kind: 'start', price, charge: price, credit: nothing, period };
}

/** Of a subscription that is trialing, active or past due. `held` is its tariff. */
export function decideChange(
  row: SubscriptionRow,
  held: TariffRow,
  plan: Plan,
  now: Date,
): Decision {
  const { tariff, billingPeriod } = plan;
  const price = priceOf(tariff, billingPeriod);
  const nothing = zero(price.currency);
  const period = { start: row.current_period_start, end: row.current_period_end };
  if (tariff.slug === held.slug && billingPeriod === row.billing_period)
    return { ...plan, tariff: held, kind: 'none', price, charge: nothing, credit: nothing, period };
  if (row.status === 'past_due') {
    const next = periodFrom(row.anchor_at, row.current_period_end, billingPeriod);
    return { ...plan, kind: 'renewal', price, charge: price, credit: nothing, period: next };
  }
  const current = {
    price: amountOf(row.price, row.currency),
    billingPeriod: row.billing_period,
    period,
    isTrial: row.status === 'trialing',
  };
  return {
    ...plan,
    price,
    ...planChange(current, { price, billingPeriod, trialDays: tariff.trial_days }, now),
  };
}

export const holdsAtOnce = ({ kind }: Decision): boolean =>
  kind === 'trial' || kind === 'start' || kind === 'upgrade';

export const needsMoney = ({ charge }: Decision): boolean => !isZero(charge);
