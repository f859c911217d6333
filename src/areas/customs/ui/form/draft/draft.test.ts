import { describe, expect, test } from 'vitest';
import { buildCalculation, buildRuleSet, goodsRules } from '#test/fixtures/customs.ts';
import { fromInputs, isRate, newDraft, newLine, readDraft, readNumber } from './draft.ts';
import { readQuestions } from './questions.ts';

const bodyOf = (kind: 'vehicle' | 'goods', change: object) => {
  const sets = [kind === 'vehicle' ? buildRuleSet() : goodsRules()];
  return readQuestions(kind, sets, { ...newDraft(kind), ...change }, []).body;
};

const yaris = {
  price: '10,000.50',
  price_currency: 'JPY',
  powertrain: 'petrol',
  production_date: '2020-05',
  engine_capacity_cc: '1998',
  battery_kwh: '60',
  origin_proof: 'true',
  freight: '800',
  make: ' Toyota ',
};

describe('a vehicle’s draft', () => {
  test('becomes a body with types by fact, and only facts that are asked for', () => {
    expect(bodyOf('vehicle', { country: 'UA', values: yaris })).toEqual({
      destination_country: 'UA',
      price: { amount: '10000.50', currency: 'JPY' },
      freight: { amount: '800', currency: 'JPY' },
      powertrain: 'petrol',
      engine_capacity_cc: '1998',
      production_date: '2020-05',
      origin_proof: true,
      make: 'Toyota',
    });
  });

  test('states the age if it was chosen instead of the date', () => {
    const { production_date: _, ...rest } = yaris;
    const body = bodyOf('vehicle', { country: 'UA', values: { ...rest, age_years: '6' } });
    expect(body).toMatchObject({ age_years: '6' });
    expect(body).not.toHaveProperty('production_date');
  });

  test('accepts only rates above zero', () => {
    const rates = { 'USD EUR': '0,9', 'JPY EUR': 'x', 'GBP EUR': '0' };
    expect(bodyOf('vehicle', { country: 'UA', values: yaris, rates })).toMatchObject({
      exchange_rates: [{ from: 'USD', to: 'EUR', rate: '0.9' }],
    });
  });

  test('has no body until it is complete', () => {
    expect(bodyOf('vehicle', { country: 'UA' })).toBeNull();
  });
});

test('goods become lines, with the price as stated', () => {
  const lines = [
    newLine({ description: 'Shirts', hs_code: '6109', quantity: '10', unit_price: '1,200' }),
    newLine({ description: 'Wine', hs_code: '2204', value: '90', alcohol_percent: '12' }),
  ];
  const body = bodyOf('goods', { country: 'DE', lines, values: { currency: 'USD', mode: 'sea' } });
  expect(body).toEqual({
    destination_country: 'DE',
    currency: 'USD',
    mode: 'sea',
    items: [
      { description: 'Shirts', hs_code: '6109', quantity: '10', unit_price: '1200' },
      {
        description: 'Wine',
        hs_code: '2204',
        quantity: '1',
        value: '90',
        alcohol_percent: '12',
      },
    ],
  });
});

test.each([
  ['12,500.00', '12500.00'],
  ['12 500,5', '12500.5'],
  ["1'000", '1000'],
  ['12.5', '12.5'],
  ['abc', 'abc'],
])('the number %s is read as %s', (typed, read) => {
  expect(readNumber(typed)).toBe(read);
});

test.each([
  ['1.08', true],
  ['1,08', true],
  ['0', false],
  ['0.0', false],
  ['x', false],
])('%s is a rate: %s', (typed, isOne) => {
  expect(isRate(typed)).toBe(isOne);
});

test('a duplicate has the facts of its original, and today’s date', () => {
  const draft = fromInputs(buildCalculation().inputs);
  expect(draft).toMatchObject({
    country: 'UA',
    date: '',
    values: { price: '10000', price_currency: 'EUR', make: 'Toyota' },
    rates: { 'USD EUR': '0.9' },
    lines: [],
  });
  const items = [{ description: 'Toys', quantity: '5' }];
  expect(fromInputs({ destination_country: 'DE', items }).lines[0]?.values).toEqual({
    description: 'Toys',
    quantity: '5',
  });
});

test.each([null, 'not json', '{"country":5}', '{"country":"UA"}'])(
  'a draft that is none begins anew: %s',
  (text) => {
    expect(readDraft(text)).toBeNull();
  },
);

test('a draft is read as it was written', () => {
  const draft = newDraft('goods');
  expect(readDraft(JSON.stringify(draft))).toEqual(draft);
});
