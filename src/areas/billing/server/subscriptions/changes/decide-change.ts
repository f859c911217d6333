// What choosing a tariff means for an account now: shared by the preview, the change, and a change
// that waited for its payment.
import { type Amount, addAmounts, isZero, toAmount, zero } from '#lib/money.ts';
import type { BillingPeriod } from '../../../wire/tariffs.ts';
import { type Period, periodFrom } from '../../periods.ts';
import { daysAfter } from '../../renewals/due-steps.ts';
import { nextAnchor } from '../../renewals/next-charge.ts';
import { readPrice } from '../../tariffs/serialize-tariff.ts';
import type { TariffRow } from '../../tariffs/tariff-store.ts';
import type { SubscriptionRow } from '../subscription-store.ts';
import { pricePlanChange } from './price-plan-change.ts';

export type PlanChoice = { tariff: TariffRow; billingPeriod: BillingPeriod };

export type Decision = PlanChoice & {
  /**
   * `trial`, `start` and `upgrade` take effect now, `downgrade` at the renewal; `renewal` pays an
   * overdue period with the new tariff; `none`: it is the current tariff.
   */
  kind: 'trial' | 'start' | 'upgrade' | 'downgrade' | 'renewal' | 'none';
  price: Amount;
  charge: Amount;
  credit: Amount;
  /** Usage over the quota that is charged with a change that takes effect now. */
  overage: Amount;
  /** The period that is charged; the current one if nothing is charged. */
  period: Period;
};

/** For a new subscription. */
export function decideStart(
  plan: PlanChoice,
  { hasTrial, now }: { hasTrial: boolean; now: Date },
): Decision {
  const { tariff, billingPeriod } = plan;
  const price = readPrice(tariff, billingPeriod);
  const nothing = zero(price.currency);
  const none = { credit: nothing, overage: nothing };
  if (hasTrial && tariff.trial_days > 0) {
    const period = { start: now, end: daysAfter(now, tariff.trial_days) };
    return { ...plan, kind: 'trial', price, charge: nothing, ...none, period };
  }
  const period = periodFrom(now, now, billingPeriod);
  return { ...plan, kind: 'start', price, charge: price, ...none, period };
}

/** For a subscription that is trialing, active or past due. Its overage is not read here. */
export function decideChange(
  row: SubscriptionRow,
  currentTariff: TariffRow,
  plan: PlanChoice,
  now: Date,
): Decision {
  const { tariff, billingPeriod } = plan;
  const price = readPrice(tariff, billingPeriod);
  const nothing = zero(price.currency);
  const none = { credit: nothing, overage: nothing };
  const period = { start: row.current_period_start, end: row.current_period_end };
  if (tariff.slug === currentTariff.slug && billingPeriod === row.billing_period)
    return {
      ...plan,
      tariff: currentTariff,
      kind: 'none',
      price,
      charge: nothing,
      ...none,
      period,
    };
  if (row.status === 'past_due') {
    const anchor = nextAnchor(row, billingPeriod);
    const next = periodFrom(anchor, row.current_period_end, billingPeriod);
    return { ...plan, kind: 'renewal', price, charge: price, ...none, period: next };
  }
  const current = {
    price: toAmount(row.price, row.currency),
    billingPeriod: row.billing_period,
    period,
    isTrial: row.status === 'trialing',
  };
  return {
    ...plan,
    price,
    overage: nothing,
    ...pricePlanChange(current, { price, billingPeriod, trialDays: tariff.trial_days }, now),
  };
}

export const takesEffectNow = ({ kind }: Decision): boolean =>
  kind === 'trial' || kind === 'start' || kind === 'upgrade';

/** What leaves the wallet if the decision is applied now. */
export const sumDecision = ({ charge, overage }: Decision): Amount => addAmounts(charge, overage);

export const requiresPayment = (decision: Decision): boolean => !isZero(sumDecision(decision));
