import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { compareAmounts, isZero, toAmount, toDecimalText } from '#lib/money.ts';
import { periodAt } from '../../periods.ts';
import {
  type CurrentPlan,
  pricePlanChange,
  remainingValue,
  type TargetPlan,
} from './price-plan-change.ts';

const usd = (text: string) => toAmount(text, 'USD');
const april = { start: new Date('2026-04-01T00:00:00Z'), end: new Date('2026-05-01T00:00:00Z') };
const middle = new Date('2026-04-16T00:00:00Z');

const currentPlan = (price: string, more: Partial<CurrentPlan> = {}): CurrentPlan => ({
  price: usd(price),
  billingPeriod: 'monthly',
  period: april,
  isTrial: false,
  ...more,
});
const targetPlan = (price: string, more: Partial<TargetPlan> = {}): TargetPlan => ({
  price: usd(price),
  billingPeriod: 'monthly',
  trialDays: 0,
  ...more,
});
const inYear = {
  billingPeriod: 'yearly' as const,
  period: periodAt(april.start, middle, 'yearly'),
};

describe('a change of plan', () => {
  it('to a higher price is charged for the rest of the period, by the second', () => {
    const change = pricePlanChange(currentPlan('19'), targetPlan('79'), middle);
    expect(change).toMatchObject({ kind: 'upgrade', period: april });
    expect(toDecimalText(change.charge)).toBe('30.00');
    expect(toDecimalText(change.credit)).toBe('9.50');
    const later = pricePlanChange(
      currentPlan('19'),
      targetPlan('79'),
      new Date(middle.getTime() + dayMs),
    );
    expect(toDecimalText(later.charge)).toBe('28.00');
  });

  it('is rounded half-even', () => {
    // Half of $0.05 is two and a half cents, half of $0.15 seven and a half.
    expect(
      toDecimalText(pricePlanChange(currentPlan('19'), targetPlan('19.05'), middle).charge),
    ).toBe('0.02');
    expect(
      toDecimalText(pricePlanChange(currentPlan('19'), targetPlan('19.15'), middle).charge),
    ).toBe('0.08');
  });

  it('to a lower or equal price waits for the renewal', () => {
    for (const price of ['0', '19', '79'])
      expect(pricePlanChange(currentPlan('79'), targetPlan(price), middle).kind).toBe('downgrade');
  });

  it('from free starts a new period', () => {
    const change = pricePlanChange(currentPlan('0'), targetPlan('19'), middle);
    expect(change.kind).toBe('start');
    expect(toDecimalText(change.charge)).toBe('19.00');
    expect(change.period).toEqual({ start: middle, end: new Date('2026-05-16T00:00:00Z') });
  });

  it('from monthly to a more expensive year deducts the rest of the month', () => {
    const change = pricePlanChange(
      currentPlan('19'),
      targetPlan('790', { billingPeriod: 'yearly' }),
      middle,
    );
    expect(change.kind).toBe('start');
    expect(toDecimalText(change.charge)).toBe('780.50');
    expect(change.period.end).toEqual(new Date('2027-04-16T00:00:00Z'));
  });

  it('between monthly and yearly compares the price of a year', () => {
    const yearly = targetPlan('790', { billingPeriod: 'yearly' });
    expect(pricePlanChange(currentPlan('79'), yearly, middle).kind).toBe('downgrade');
    expect(pricePlanChange(currentPlan('790', inYear), targetPlan('79'), middle).kind).toBe(
      'downgrade',
    );
    expect(pricePlanChange(currentPlan('190', inYear), targetPlan('299'), middle).kind).toBe(
      'downgrade',
    );
    const dearer = targetPlan('2990', { billingPeriod: 'yearly' });
    expect(pricePlanChange(currentPlan('790', inYear), dearer, middle).kind).toBe('upgrade');
  });

  it('in a trial continues the trial, or charges if the tariff has none', () => {
    const trial = currentPlan('19', { isTrial: true });
    expect(pricePlanChange(trial, targetPlan('29', { trialDays: 14 }), middle)).toMatchObject({
      kind: 'trial',
      period: april,
    });
    const start = pricePlanChange(trial, targetPlan('79'), middle);
    expect([start.kind, toDecimalText(start.charge)]).toEqual(['start', '79.00']);
    expect(pricePlanChange(trial, targetPlan('0'), middle).kind).toBe('downgrade');
  });
});

describe('for any prices and moments', () => {
  const anyPrice = fc
    .bigInt({ min: 0n, max: 10_000_00n })
    .map((minor) => ({ currency: 'USD', minor }));
  const anyMoment = fc.date({
    min: new Date('2026-03-01'),
    max: new Date('2027-06-01'),
    noInvalidDate: true,
  });
  const anyPlan = fc.record({
    price: anyPrice,
    billingPeriod: fc.constantFrom('monthly' as const, 'yearly' as const),
    isTrial: fc.boolean(),
  });
  const anyTarget = fc.record({
    price: anyPrice,
    billingPeriod: fc.constantFrom('monthly' as const, 'yearly' as const),
    trialDays: fc.constantFrom(0, 14),
  });

  it('the remaining value is between zero and the price, and never grows', () => {
    fc.assert(
      fc.property(anyPrice, anyMoment, fc.nat(10_000_000), (price, at, ms) => {
        const rest = remainingValue(price, april, at);
        const later = remainingValue(price, april, new Date(at.getTime() + ms));
        expect(rest.minor >= 0n && rest.minor <= price.minor).toBe(true);
        expect(compareAmounts(later, rest) <= 0).toBe(true);
      }),
    );
  });

  it('the charge is between zero and the new price', () => {
    fc.assert(
      fc.property(anyPlan, anyTarget, anyMoment, (plan, target, now) => {
        const current = { ...plan, period: periodAt(april.start, now, plan.billingPeriod) };
        const change = pricePlanChange(current, target, now);
        expect(change.charge.minor >= 0n && change.charge.minor <= target.price.minor).toBe(true);
        if (change.kind === 'downgrade' || change.kind === 'trial')
          expect(isZero(change.charge)).toBe(true);
        if (change.kind === 'start')
          expect(change.charge.minor + change.credit.minor).toBe(target.price.minor);
      }),
    );
  });

  it('two upgrades at once cost the same as a single one, to a cent each', () => {
    fc.assert(
      fc.property(anyPrice, anyPrice, anyPrice, anyMoment, (...[a, b, c, now]) => {
        const [low, mid, high] = [a, b, c].sort(compareAmounts) as [typeof a, typeof a, typeof a];
        fc.pre(low.minor > 0n && low.minor < mid.minor && mid.minor < high.minor);
        const period = periodAt(april.start, now, 'monthly');
        const step = (from: typeof a, to: typeof a) =>
          pricePlanChange(
            { price: from, billingPeriod: 'monthly', period, isTrial: false },
            { price: to, billingPeriod: 'monthly', trialDays: 0 },
            now,
          ).charge.minor;
        const gap = step(low, mid) + step(mid, high) - step(low, high);
        expect(gap >= -1n && gap <= 1n).toBe(true);
      }),
    );
  });
});
