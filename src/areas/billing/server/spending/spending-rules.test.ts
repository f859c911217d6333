import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal, toDecimal } from '#lib/decimal.ts';
import { type Amount, compareAmounts, toAmount, toDecimalText, zero } from '#lib/money.ts';
import {
  computeCeiling,
  computeSpent,
  type OverageTerms,
  percentOfCap,
  percentReached,
  readCap,
  settingDefault,
  subtractSpent,
} from './spending-rules.ts';

const usd = (text: string) => toAmount(text, 'USD');
const terms = (change: Partial<OverageTerms> = {}): OverageTerms => ({
  unit: 'request',
  price: '0.0002',
  currency: 'USD',
  cap: usd('10.00'),
  recorded: { amount: usd('0.00'), counterReading: 0 },
  ...change,
});
const text = (amount: Amount | null) => amount && toDecimalText(amount);

describe('whose cap applies', () => {
  const tariff = { overage_cap: '100.000000000000000000', currency: 'USD' };

  test('the customer’s own one, or else the one of the tariff, or none', () => {
    expect(text(readCap({ isOverageOn: true, cap: usd('25.00') }, tariff))).toBe('25.00');
    expect(text(readCap(settingDefault, tariff))).toBe('100.00');
    expect(readCap(settingDefault, { ...tariff, overage_cap: null })).toBeNull();
  });

  test('one in another currency than the plan allows nothing', () => {
    const cap = { isOverageOn: true, cap: usd('25.00') };
    expect(readCap(cap, { overage_cap: null, currency: 'JPY' })).toEqual(zero('JPY'));
  });
});

describe('the reading that a cap pays for', () => {
  test.each([
    ['a whole number of units', '10.00', '0.0002', 1_050_000],
    ['rounded down', '0.01', '0.003', 1_000_003],
    ['nothing', '0.01', '0.02', 1_000_000],
  ])('%s', (_, cap, price, ceiling) => {
    expect(computeCeiling(1_000_000, terms({ cap: usd(cap), price }))).toBe(ceiling);
  });

  test('begins where earlier overage of the month is recorded', () => {
    const recorded = { amount: usd('4.00'), counterReading: 1_020_000 };
    expect(computeCeiling(1_000_000, terms({ recorded }))).toBe(1_050_000);
    expect(computeCeiling(2_000_000, terms({ recorded }))).toBe(2_030_000);
    const lowered = terms({ recorded, cap: usd('3.00') });
    expect(computeCeiling(1_000_000, lowered)).toBe(1_020_000);
  });

  test('has no cap: none without a cap, without a quota or without overage', () => {
    expect(computeCeiling(10, terms({ cap: null }))).toBeNull();
    expect(computeCeiling(null, terms())).toBeNull();
    expect(computeCeiling(10, null)).toBeNull();
  });

  test('in a currency without decimals', () => {
    const yen = { currency: 'JPY', cap: toAmount('500', 'JPY'), price: '0.3' };
    const recorded = { amount: zero('JPY'), counterReading: 0 };
    expect(computeCeiling(100, terms({ ...yen, recorded }))).toBe(100 + 1666);
    expect(text(computeSpent(100, terms({ ...yen, recorded }), 1766))).toBe('500');
    expect(text(computeSpent(100, terms({ ...yen, recorded }), 9999))).toBe('500');
  });

  const money = fc
    .bigInt({ min: 0n, max: 10_000_00n })
    .map((minor) => ({ currency: 'USD', minor }));
  const price = fc.integer({ min: 1, max: 100_000 }).map((n) => new Decimal(n).div(1e5).toFixed());

  test('never costs more than the cap, and one unit more would', () => {
    fc.assert(
      fc.property(money, money, price, fc.nat(1e6), fc.nat(1e6), (cap, amount, unit, quota, at) => {
        const overage = terms({ cap, price: unit, recorded: { amount, counterReading: at } });
        const ceiling = computeCeiling(quota, overage)!;
        const units = ceiling - Math.max(quota, at);
        const left = toDecimal(subtractSpent(cap, amount));
        expect(new Decimal(unit).times(units).lte(left)).toBe(true);
        expect(new Decimal(unit).times(units + 1).gt(left)).toBe(true);
      }),
    );
  });

  test('what is spent is never more than the cap, whatever passed it', () => {
    fc.assert(
      fc.property(money, price, fc.nat(1e6), fc.nat(3e6), (cap, unit, quota, used) => {
        const overage = terms({ cap, price: unit });
        expect(compareAmounts(computeSpent(quota, overage, used), cap)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('percentages', () => {
  test.each([
    ['0', null],
    ['4.99', null],
    ['5', 50],
    ['7.99', 50],
    ['8', 80],
    ['9.999', 80],
    ['10', 100],
    ['12', 100],
  ])('%s of 10 reaches %s', (used, percent) => {
    expect(percentReached(new Decimal(used), new Decimal(10))).toBe(percent);
  });

  test('a cap is reached when the rest pays for no further unit', () => {
    const nearly = usd('9.99');
    expect(percentOfCap(usd('10.00'), nearly, { used: 103, ceiling: 104 })).toBe(80);
    expect(percentOfCap(usd('10.00'), nearly, { used: 104, ceiling: 104 })).toBe(100);
  });

  test('nothing is reached of a cap of zero', () => {
    expect(percentReached(new Decimal(0), new Decimal(0))).toBeNull();
    expect(percentOfCap(zero('USD'), zero('USD'), { used: 5, ceiling: 0 })).toBeNull();
  });
});
