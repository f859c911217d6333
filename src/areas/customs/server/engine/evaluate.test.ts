import { expect, test } from 'vitest';
import { Decimal } from '#lib/decimal.ts';
import { readConsignment, readFacts } from '../read-facts.ts';
import { toResult } from '../result-wire.ts';
import { readRuleFiles } from '../rule-files.ts';
import { evaluate } from './evaluate.ts';
import type { FindRate } from './scope.ts';

const rules = Object.fromEntries(readRuleFiles().map((set) => [set.id, set]));
const noRates: FindRate = () => null;
const usdAt =
  (rate: string): FindRate =>
  (from, to) =>
    from === 'USD'
      ? { from, to, rate: new Decimal(rate), date: '2026-11-20', source: 'test' }
      : null;

const euros = (amount: string) => ({ amount, currency: 'EUR' });
const car = {
  price: euros('10000'),
  incoterm: 'CIF',
  powertrain: 'petrol',
  engine_capacity_cc: 1998,
  production_date: '2020-05',
};
const ukraine = (facts: Record<string, unknown>, findRate = noRates) =>
  evaluate(rules['ua.vehicle']!, { facts: readFacts(facts), date: '2026-11-20' }, findRate);
const amounts = ({ lines }: ReturnType<typeof ukraine>) =>
  Object.fromEntries(
    lines
      .filter(({ status }) => status !== 'notice')
      .map(({ code, amount }) => [code, amount?.toFixed(2) ?? null]),
  );

test('each line is rounded, and the total is the sum of the lines', () => {
  const outcome = ukraine(car);
  expect(amounts(outcome)).toEqual({ DUTY: '1000.00', EXCISE: '599.40', VAT: '2319.88' });
  expect(outcome.total.toFixed(2)).toBe('3919.28');
  expect(outcome).toMatchObject({ isMinimum: false, missing: [], warnings: [] });
});

test('a fact that nobody stated leaves its line unknown and what depends on it a minimum', () => {
  const { engine_capacity_cc: _, ...withoutEngine } = car;
  const outcome = ukraine(withoutEngine);
  expect(amounts(outcome)).toEqual({ DUTY: '1000.00', EXCISE: null, VAT: '2200.00' });
  expect(outcome).toMatchObject({ isMinimum: true, missing: ['engine_capacity_cc'] });
  expect(outcome.lines.find(({ code }) => code === 'VAT')).toMatchObject({ isMinimum: true });
});

test('a rule that is not known never becomes zero', () => {
  const outcome = ukraine({ ...car, origin_proof: true });
  expect(amounts(outcome)).toEqual({ DUTY: null, EXCISE: '599.40', VAT: '2119.88' });
  expect(outcome.isMinimum).toBe(true);
});

test('freight that is not in the price and not stated makes the total a minimum', () => {
  const outcome = ukraine({ ...car, incoterm: 'FOB' });
  expect(outcome).toMatchObject({ isMinimum: true, missing: ['freight'] });
  expect(outcome.warnings.map(({ code }) => code)).toEqual(['freight_missing']);
  const complete = ukraine({ ...car, incoterm: 'FOB', freight: euros('500') });
  expect(complete.isMinimum).toBe(false);
  expect(complete.customsValue?.toFixed()).toBe('10500');
});

test('without a delivery term the price is taken on the basis of the country, and it is said', () => {
  const { incoterm: _, ...withoutTerm } = car;
  const outcome = ukraine(withoutTerm);
  expect(outcome.warnings.map(({ code }) => code)).toEqual(['incoterm_assumed']);
  expect(outcome.isMinimum).toBe(false);
});

test('a rate that is missing leaves all that is based on it unknown', () => {
  const dollars = { ...car, price: { amount: '10000', currency: 'USD' } };
  const outcome = ukraine(dollars);
  expect(amounts(outcome)).toMatchObject({ DUTY: null });
  expect(outcome.warnings.map(({ code }) => code)).toEqual(['rate_missing']);
  const converted = ukraine(dollars, usdAt('0.9'));
  expect(amounts(converted)).toMatchObject({ DUTY: '900.00' });
  expect(converted.usedRates).toHaveLength(1);
});

test('each line says how it was computed', () => {
  const [duty, excise] = ukraine(car).lines;
  expect(duty).toMatchObject({
    formula: '10 % of 10,000',
    rate: new Decimal('0.1'),
    sources: ['ua-tax-code-duty'],
  });
  expect(excise?.formula).toBe('11.988 × 50 EUR');
});

test('the same input gives the same outcome', () => {
  expect(JSON.stringify(ukraine(car))).toBe(JSON.stringify(ukraine(car)));
});

test('without a delivery term every value rests on the one basis of the set', () => {
  const nigeria = evaluate(
    rules['ng.vehicle']!,
    {
      facts: readFacts({
        price: { amount: '1000', currency: 'NGN' },
        freight: { amount: '100', currency: 'NGN' },
        insurance: { amount: '10', currency: 'NGN' },
      }),
      date: '2026-11-20',
    },
    noRates,
  );
  expect(nigeria.warnings.map(({ message }) => message)).toEqual([
    'No delivery term is stated: the price is taken as CIF.',
  ]);
  // The supervision fee is 1 % of the value without freight and insurance.
  expect(amounts(nigeria)).toMatchObject({ DUTY: '200.00', CISS: '8.90' });
});

const shirts = { description: 'T-shirts', hs_code: '61091000', quantity: '1' };

test('a sum of lines says where they differ, and is as sure as the least sure of them', () => {
  const stated = {
    destination_country: 'DE',
    currency: 'EUR',
    incoterm: 'CIF',
    items: [
      { ...shirts, value: '1000', duty_rate_percent: '5' },
      { ...shirts, value: '1000' },
    ],
  };
  const ruleSet = rules['eu.goods']!;
  const outcome = evaluate(ruleSet, { ...readConsignment(stated), date: '2026-11-20' }, noRates);
  expect(outcome.lines[0]).toMatchObject({
    rate: null,
    rateText: 'by line',
    sources: ['user', 'cet-2020'],
  });
  const result = toResult({ ruleSet, outcome, stated, hints: [], dayRates: new Map(), date: '' });
  expect(result.breakdown[0]).toMatchObject({ source: 'by line', confidence: 'medium' });
  expect(result.items[0]?.breakdown[0]).toMatchObject({ source: 'Your own rate', rate: '0.05' });
});
