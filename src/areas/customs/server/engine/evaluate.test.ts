import { expect, test } from 'vitest';
import { Decimal } from '#lib/decimal.ts';
import { serializeResult } from '../calculations/result/serialize-result.ts';
import { createDayRates } from '../rates/rates.ts';
import { readRuleFiles } from '../rule-sets/rule-files.ts';
import { evaluate } from './evaluate.ts';
import { readConsignment, readFacts } from './read-facts.ts';
import type { FindRate } from './scope.ts';

const rules = Object.fromEntries(readRuleFiles().map((set) => [set.id, set]));
const noRates: FindRate = () => null;
/** Of these currencies only. The pension levy has its limits in hryvnias. */
const createRates =
  (rates: Record<string, string>): FindRate =>
  (from, to) => {
    const rate = rates[`${from}/${to}`];
    return rate ? { from, to, rate: new Decimal(rate), date: '2026-11-20', source: 'test' } : null;
  };
const hryvnias = { 'UAH/EUR': '0.02' };

const euros = (amount: string) => ({ amount, currency: 'EUR' });
const car = {
  price: euros('10000'),
  incoterm: 'CIF',
  powertrain: 'petrol',
  engine_capacity_cc: 1998,
  production_date: '2019-05',
};
const ukraine = (facts: Record<string, unknown>, findRate = createRates(hryvnias)) =>
  evaluate(rules['ua.vehicle']!, { facts: readFacts(facts), date: '2026-11-20' }, findRate);
const amounts = ({ lines }: ReturnType<typeof ukraine>) =>
  Object.fromEntries(
    lines
      .filter(({ status, isOptional }) => status !== 'notice' && !isOptional)
      .map(({ code, amount }) => [code, amount?.toFixed(2) ?? null]),
  );

test('each line is rounded, and the total is the sum of the lines', () => {
  const outcome = ukraine(car);
  expect(amounts(outcome)).toEqual({ DUTY: '1000.00', EXCISE: '599.40', VAT: '2319.88' });
  expect(outcome.total.toFixed(2)).toBe('3919.28');
  expect(outcome).toMatchObject({ isMinimum: false, missing: [], warnings: [] });
});

test('a missing fact makes its line unknown and dependent amounts minimums', () => {
  const { engine_capacity_cc: _, ...withoutEngine } = car;
  const outcome = ukraine(withoutEngine);
  expect(amounts(outcome)).toEqual({ DUTY: '1000.00', EXCISE: null, VAT: '2200.00' });
  expect(outcome).toMatchObject({ isMinimum: true, missing: ['engine_capacity_cc'] });
  expect(outcome.lines.find(({ code }) => code === 'VAT')).toMatchObject({ isMinimum: true });
});

test('an unknown rule never becomes zero', () => {
  const outcome = ukraine({ ...car, origin_proof: true });
  expect(amounts(outcome)).toEqual({ DUTY: null, EXCISE: '599.40', VAT: '2119.88' });
  expect(outcome.isMinimum).toBe(true);
});

test('freight that is neither in the price nor stated makes the total a minimum', () => {
  const outcome = ukraine({ ...car, incoterm: 'FOB' });
  expect(outcome).toMatchObject({ isMinimum: true, missing: ['freight'] });
  expect(outcome.warnings.map(({ code }) => code)).toEqual(['freight_missing']);
  const complete = ukraine({ ...car, incoterm: 'FOB', freight: euros('500') });
  expect(complete.isMinimum).toBe(false);
  expect(complete.customsValue?.toFixed()).toBe('10500');
});

test('without an incoterm the price is on the basis of the rule set, with a warning', () => {
  const { incoterm: _, ...withoutTerm } = car;
  const outcome = ukraine(withoutTerm);
  expect(outcome.warnings.map(({ code }) => code)).toEqual(['incoterm_assumed']);
  expect(outcome.customsValue?.toFixed()).toBe('10000');
});

test('a missing exchange rate makes everything based on it unknown', () => {
  const dollars = { ...car, price: { amount: '10000', currency: 'USD' } };
  const outcome = ukraine(dollars);
  expect(amounts(outcome)).toMatchObject({ DUTY: null });
  expect(outcome.warnings.map(({ code }) => code)).toEqual(['rate_missing']);
  const converted = ukraine(dollars, createRates({ ...hryvnias, 'USD/EUR': '0.9' }));
  expect(amounts(converted)).toMatchObject({ DUTY: '900.00' });
  expect(converted.usedRates.map(({ from }) => from)).toEqual(['USD', 'UAH']);
});

test('each line has its formula', () => {
  const [duty, excise] = ukraine(car).lines;
  expect(duty).toMatchObject({
    formula: '10 % of 10,000',
    rate: new Decimal('0.1'),
    sources: ['ua-tax-code-duty'],
  });
  expect(excise?.formula).toBe('1,998 cm³ ÷ 1,000 × 6 years × 50 EUR');
});

test('for a total alone nothing differs but the formulas', () => {
  const input = { facts: readFacts(car), date: '2026-11-20' };
  const [whole, total] = [false, true].map((totalOnly) =>
    evaluate(rules['ua.vehicle']!, { ...input, totalOnly }, createRates(hryvnias)),
  );
  expect(total!.lines.map(({ formula }) => formula).join('')).toBe('');
  const withoutFormulas = whole!.lines.map((line) => ({ ...line, formula: '' }));
  expect(total).toEqual({ ...whole, lines: withoutFormulas });
});

test('the same input gives the same result', () => {
  expect(JSON.stringify(ukraine(car))).toBe(JSON.stringify(ukraine(car)));
});

test('without an incoterm a stated freight is taken as not included, and never dropped', () => {
  const { incoterm: _, ...withoutTerm } = car;
  const outcome = ukraine({ ...withoutTerm, freight: euros('500') });
  expect(outcome.customsValue?.toFixed()).toBe('10500');
  expect(outcome.warnings.map(({ message }) => message)).toEqual([
    'No delivery term is stated: the price is taken as CIF, and the stated freight as not included in it.',
  ]);
});

test('without an incoterm all values agree on what the price includes', () => {
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
    'No delivery term is stated: the price is taken as CIF, and the stated freight and insurance as not included in it.',
  ]);
  // The supervision fee is 1 % of the value without freight and insurance.
  expect(amounts(nigeria)).toMatchObject({ DUTY: '222.00', CISS: '10.00' });
});

const shirts = { description: 'T-shirts', hs_code: '61091000', quantity: '1' };

test('a merged line marks differences and has the lowest confidence of its lines', () => {
  const goods = {
    destination_country: 'DE',
    currency: 'EUR',
    incoterm: 'CIF',
    items: [
      { ...shirts, value: '1000', duty_rate_percent: '5' },
      { ...shirts, value: '1000' },
    ],
  };
  const ruleSet = rules['eu.goods']!;
  const evaluation = evaluate(ruleSet, { ...readConsignment(goods), date: '2026-11-20' }, noRates);
  expect(evaluation.lines[0]).toMatchObject({
    rate: null,
    rateText: 'by line',
    sources: ['user', 'cet-2020'],
  });
  const result = serializeResult({
    rules: ruleSet,
    evaluation,
    range: null,
    input: goods,
    date: '2026-11-20',
    today: '2026-11-20',
    dayRates: createDayRates('2026-11-20', new Map()),
  });
  expect(result.breakdown[0]).toMatchObject({ source: 'by line', confidence: 'low' });
  expect(result.items[0]?.breakdown[0]).toMatchObject({ source: 'Your own rate', rate: '0.05' });
});
