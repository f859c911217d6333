// What a change of plan costs and when it takes effect: pure arithmetic in the tariff's currency. A
// higher price per day is charged now, by the second, rounded half-even; anything else waits for
// the renewal.
import { type Decimal, toDecimal } from '#lib/decimal.ts';
import {
  type Amount,
  compareAmounts,
  isPositive,
  isZero,
  roundToAmount,
  subtractAmounts,
  zero,
} from '#lib/money.ts';
import type { BillingPeriod } from '../../../wire/tariffs.ts';
import { type Period, periodFrom, periodMonths } from '../../periods.ts';

export type PlanPrice = { price: Amount; billingPeriod: BillingPeriod };
export type CurrentPlan = PlanPrice & {
  period: Period;
  /** Nothing has been paid for this period yet. */
  isTrial: boolean;
};
export type TargetPlan = PlanPrice & { trialDays: number };

export type PlanChangePrice = {
  /**
   * `upgrade`: now, the difference is charged. `start`: now, with a new period. `trial`: now and
   * free, within the current trial. `downgrade`: at the renewal.
   */
  kind: 'upgrade' | 'start' | 'trial' | 'downgrade';
  /** Due now; zero or positive. */
  charge: Amount;
  /** The unused part of the price already paid; deducted from `charge`. */
  credit: Amount;
  /** The period that is charged; the current one for a downgrade. */
  period: Period;
};

/** Months differ in length, so prices are compared by the year. */
const priceOfYear = ({ price, billingPeriod }: PlanPrice): Decimal =>
  toDecimal(price).times(12 / periodMonths[billingPeriod]);

/** By whole seconds left, rounded half-even, between zero and the price. */
export function remainingValue(price: Amount, period: Period, now: Date): Amount {
  const { left, total } = countSeconds(period, now);
  return roundToAmount(toDecimal(price).times(left).div(total), price.currency);
}

function countSeconds({ start, end }: Period, now: Date): { left: number; total: number } {
  const total = Math.max(1, Math.round((end.getTime() - start.getTime()) / 1000));
  const left = Math.floor((end.getTime() - now.getTime()) / 1000);
  return { total, left: Math.min(Math.max(left, 0), total) };
}

/** The caller must have excluded a change to the same tariff and period. */
export function pricePlanChange(
  current: CurrentPlan,
  target: TargetPlan,
  now: Date,
): PlanChangePrice {
  const nothing = zero(target.price.currency);
  const waits: PlanChangePrice = {
    kind: 'downgrade',
    charge: nothing,
    credit: nothing,
    period: current.period,
  };
  if (current.isTrial) return changeInTrial(current, target, now) ?? waits;
  if (isZero(target.price)) return waits;
  if (isZero(current.price)) return startNow(current, target, nothing, now);
  const isMore = priceOfYear(target).gt(priceOfYear(current));
  // A paid year is not converted into months: its remaining value can exceed a month's price.
  const isCut = current.billingPeriod === 'yearly' && target.billingPeriod === 'monthly';
  if (!isMore || isCut) return waits;
  const credit = remainingValue(current.price, current.period, now);
  if (current.billingPeriod !== target.billingPeriod) return startNow(current, target, credit, now);
  const more = remainingValue(subtractAmounts(target.price, current.price), current.period, now);
  return { kind: 'upgrade', charge: more, credit, period: current.period };
}

function changeInTrial(
  current: CurrentPlan,
  target: TargetPlan,
  now: Date,
): PlanChangePrice | undefined {
  if (isZero(target.price)) return undefined;
  const nothing = zero(target.price.currency);
  if (target.trialDays === 0) return startNow(current, target, nothing, now);
  return { kind: 'trial', charge: nothing, credit: nothing, period: current.period };
}

function startNow(
  current: CurrentPlan,
  target: TargetPlan,
  credit: Amount,
  now: Date,
): PlanChangePrice {
  // Two periods of a subscription do not begin in the same millisecond.
  const start = new Date(Math.max(now.getTime(), current.period.start.getTime() + 1));
  const left = subtractAmounts(target.price, credit);
  return {
    kind: 'start',
    charge: isPositive(left) ? left : zero(left.currency),
    credit: compareAmounts(credit, target.price) > 0 ? target.price : credit,
    period: periodFrom(start, start, target.billingPeriod),
  };
}
