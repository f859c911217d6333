// What a change of plan costs and when it holds: pure arithmetic, in the tariff's currency. More for
// a day is charged now, by the second and half-even; anything else waits for the renewal.
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
import type { BillingPeriod } from '../../tariff-contract.ts';
import { monthsOf, type Period, periodFrom } from '../periods.ts';

export type Plan = { price: Amount; billingPeriod: BillingPeriod };
export type CurrentPlan = Plan & {
  period: Period;
  /** Nothing was paid for this period yet. */
  isTrial: boolean;
};
export type TargetPlan = Plan & { trialDays: number };

export type PlanChange = {
  /**
   * `upgrade`: now, the difference is charged. `start`: now, and a new period begins with it.
   * `trial`: now and for nothing, within the trial that runs. `downgrade`: at the renewal.
   */
  kind: 'upgrade' | 'start' | 'trial' | 'downgrade';
  /** Due now; zero or above. */
  charge: Amount;
  /** What is left of the price that was paid; within the charge already. */
  credit: Amount;
  /** What the charge is for; the current one for what waits. */
  period: Period;
};

/** Months differ in length, so a day's price is compared by the year. */
const priceOfYear = ({ price, billingPeriod }: Plan): Decimal =>
  toDecimal(price).times(12 / monthsOf[billingPeriod]);

/**
 * The part of `price` that the rest of a period is worth at a moment: by whole seconds that are
 * left, half-even to the currency's smallest unit, never below zero and never above the price.
 */
export function restOf(price: Amount, period: Period, now: Date): Amount {
  const { left, total } = secondsOf(period, now);
  return roundToAmount(toDecimal(price).times(left).div(total), price.currency);
}

function secondsOf({ start, end }: Period, now: Date): { left: number; total: number } {
  const total = Math.max(1, Math.round((end.getTime() - start.getTime()) / 1000));
  const left = Math.floor((end.getTime() - now.getTime()) / 1000);
  return { total, left: Math.min(Math.max(left, 0), total) };
}

/** A change to the same price, period and tariff is for the caller to see. */
export function planChange(current: CurrentPlan, target: TargetPlan, now: Date): PlanChange {
  const nothing = zero(target.price.currency);
  const waits: PlanChange = {
    kind: 'downgrade',
    charge: nothing,
    credit: nothing,
    period: current.period,
  };
  if (current.isTrial) return changeInTrial(current, target, now) ?? waits;
  if (isZero(target.price)) return waits;
  if (isZero(current.price)) return startNow(target, nothing, now);
  const isMore = priceOfYear(target).gt(priceOfYear(current));
  // A year that is paid is not cut into months: what is left of it can be worth more than a month.
  const isCut = current.billingPeriod === 'yearly' && target.billingPeriod === 'monthly';
  if (!isMore || isCut) return waits;
  const credit = restOf(current.price, current.period, now);
  if (current.billingPeriod !== target.billingPeriod) return startNow(target, credit, now);
  const more = restOf(subtractAmounts(target.price, current.price), current.period, now);
  return { kind: 'upgrade', charge: more, credit, period: current.period };
}

function changeInTrial(
  current: CurrentPlan,
  target: TargetPlan,
  now: Date,
): PlanChange | undefined {
  if (isZero(target.price)) return undefined;
  const nothing = zero(target.price.currency);
  if (target.trialDays === 0) return startNow(target, nothing, now);
  return { kind: 'trial', charge: nothing, credit: nothing, period: current.period };
}

function startNow(target: TargetPlan, credit: Amount, now: Date): PlanChange {
  const left = subtractAmounts(target.price, credit);
  return {
    kind: 'start',
    charge: isPositive(left) ? left : zero(left.currency),
    credit: compareAmounts(credit, target.price) > 0 ? target.price : credit,
    period: periodFrom(now, now, target.billingPeriod),
  };
}
