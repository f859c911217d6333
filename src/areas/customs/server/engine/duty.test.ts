import { expect, test } from 'vitest';
import { Decimal } from '#lib/decimal.ts';
import { chargeDuty } from './duty.ts';
import { exact } from './quantity.ts';
import { type Duty, type DutyUnit, dutySchema } from './rules/duty-schema.ts';
import type { FactValue, Scope } from './scope.ts';

const euros = (amount: number): FactValue => ({ amount: new Decimal(amount), currency: 'EUR' });

function charge(duty: Duty, facts: Record<string, FactValue>, base = exact(1000)) {
  const run = { currency: 'EUR', facts, ruleSet: { facts: [] }, findRate: () => null };
  const scope = { run: { ...run, warnings: new Map() }, steps: new Map(), lines: [] };
  const { floor, isExact, missing } = chargeDuty(scope as unknown as Scope, duty, base);
  return isExact ? floor.toFixed() : { floor: floor.toFixed(), missing };
}

const goods: Record<string, FactValue> = {
  net_weight_kg: new Decimal(50),
  gross_weight_kg: new Decimal(60),
  volume_l: new Decimal(70),
  alcohol_percent: new Decimal(40),
  quantity: new Decimal(24),
};

test.each<[DutyUnit, string, string | null]>([
  ['g', '50000', null],
  ['t', '0.05', null],
  ['100kg_gross', '0.6', null],
  ['l_alcohol', '28', null],
  ['proof_l', '56', null],
  ['vol_hl', '28', null],
  ['dozen', '2', 'pcs'],
  ['dozen_pairs', '2', 'pair'],
  ['1000_items', '0.024', 'pcs'],
  ['m', '24', 'm'],
])('one euro for each %s is %s', (per, expected, unit) => {
  const facts = { ...goods, ...(unit && { unit }) };
  expect(charge({ t: 'spec', a: '1', cur: 'EUR', per }, facts)).toBe(expected);
});

test('a unit that is not stated is unknown', () => {
  const perDozen: Duty = { t: 'spec', a: '1', cur: 'EUR', per: 'dozen' };
  expect(charge(perDozen, { ...goods, unit: 'kg' })).toEqual({ floor: '0', missing: ['unit'] });
  expect(charge({ ...perDozen, per: 'm3' }, { ...goods, unit: 'pcs' })).toMatchObject({
    missing: ['unit'],
  });
  expect(charge({ ...perDozen, per: 't' }, {})).toMatchObject({ missing: ['net_weight_kg'] });
});

const entryPrice: Duty = {
  t: 'band',
  cur: 'EUR',
  per: '100kg',
  on: 'customs_value',
  rows: [
    { below: '50', of: { t: 'spec', a: '30', cur: 'EUR', per: '100kg' } },
    { below: '60', of: { t: 'adval', r: '0.2' } },
    { of: { t: 'adval', r: '0.1' } },
  ],
};

test.each([
  [499.99, '300'],
  [500, '100'],
  [599.99, '119.998'],
  [600, '60'],
])('a band that begins at its bound charges a customs value of %d with %s', (value, expected) => {
  const facts = { net_weight_kg: new Decimal(1000), value: euros(1) };
  expect(charge(entryPrice, facts, exact(value))).toBe(expected);
});

test('a band that includes its bound charges by the price', () => {
  const rows = [
    { upto: '50', of: { t: 'free' as const } },
    { of: { t: 'adval' as const, r: '1' } },
  ];
  const byPrice: Duty = { t: 'band', cur: 'EUR', per: 'kg', rows };
  const weighs = { net_weight_kg: new Decimal(10) };
  expect(charge(byPrice, { ...weighs, value: euros(500) })).toBe('0');
  expect(charge(byPrice, { ...weighs, value: euros(500.01) })).toBe('1000');
  expect(charge(byPrice, weighs)).toEqual({ floor: '0', missing: ['value'] });
});

test('a band needs the whole customs value', () => {
  const atLeast = { floor: new Decimal(600), isExact: false, missing: ['freight'] };
  expect(charge(entryPrice, { net_weight_kg: new Decimal(1000) }, atLeast)).toEqual({
    floor: '0',
    missing: ['freight'],
  });
});

test('a duty has one of the known forms', () => {
  expect(dutySchema.safeParse(entryPrice).success).toBe(true);
  const wrong = { ...entryPrice, rows: [{ below: 'x', of: { t: 'free' } }] };
  expect(dutySchema.safeParse(wrong).success).toBe(false);
});
