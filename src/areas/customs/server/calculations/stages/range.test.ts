import { expect, test } from 'vitest';
import { gatherImport } from '#test/factories/gathered-import.ts';
import type { CalculationInput } from '../../../wire/calculations/calculation-inputs.ts';
import { calculateGathered } from '../calculate.ts';

const calculate = (id: string, input: CalculationInput) =>
  calculateGathered(gatherImport(id, input)).result;

const toGermany = (items: object[]) =>
  calculate('eu.goods', {
    ...{ destination_country: 'DE', currency: 'EUR', incoterm: 'CIF', mode: 'air' },
    ...{ origin_country: 'US', items },
  });
const line = { description: 'Goods', quantity: '1', value: '100' };
const book = { ...line, hs_code: '49019900' };

test('a reduced rate that may apply gives a least and a most, and its answer one amount', () => {
  const open = toGermany([book, book]);
  expect(open).toMatchObject({
    ...{ status: 'range', total_payments: '14.00', total_most: '38.00', total_is_minimum: true },
    ...{ landed_cost: '214.00', landed_cost_most: '238.00' },
    questions: [
      {
        fact: 'vat_rate_percent',
        answers: [
          { value: null, total_least: '38.00', total_most: '38.00' },
          { value: '7', total_least: '14.00', total_most: '14.00' },
        ],
      },
    ],
  });
  const answered = toGermany([book, book].map((one) => ({ ...one, vat_rate_percent: '7' })));
  expect(answered).toMatchObject({ status: 'complete', total_payments: '14.00', questions: [] });
});

test('what one line is not known in leaves the whole a minimum, and the question stays', () => {
  const result = toGermany([book, { ...line, hs_code: '22083030' }]);
  expect(result).toMatchObject({ status: 'partial', total_most: null, landed_cost_most: null });
  expect(result.questions).toMatchObject([{ fact: 'vat_rate_percent' }]);
});

test('a question whose answer changes nothing is not asked', () => {
  const free = toGermany([{ ...book, value: '0' }]);
  expect(free).toMatchObject({ status: 'complete', total_payments: '0.00', questions: [] });
});

test('a relief that must be granted is a range until it is said', () => {
  const car = {
    ...{ destination_country: 'GB', incoterm: 'CIF', vehicle_category: 'car' },
    ...{ origin_country: 'JP', transfer_of_residence: true, importer: 'individual' },
    price: { amount: '10000', currency: 'GBP' },
  };
  const input = (facts: object) => calculate('gb.vehicle', { ...car, ...facts });
  expect(input({})).toMatchObject({
    ...{ status: 'range', total_payments: '0.00', total_most: '3200.00' },
    questions: [{ fact: 'relief_confirmed' }],
  });
  const answers = [true, false].map((relief_confirmed) => input({ relief_confirmed }));
  expect(answers.map((one) => [one.status, one.total_payments])).toEqual([
    ['complete', '0.00'],
    ['complete', '3200.00'],
  ]);
});

test('the landed cost counts every cost of transport once, whatever the customs value', () => {
  const bike = {
    ...{ vehicle_category: 'motorcycle', powertrain: 'petrol', engine_capacity_cc: '600' },
    ...{ is_new: true, production_date: '2026-05-04', origin_country: 'TH', mode: 'sea' },
    ...{ destination_country: 'US', price: { amount: '10000', currency: 'USD' } },
    freight: { amount: '900', currency: 'USD' },
    onward_transport: { amount: '100', currency: 'USD' },
  };
  const landed = (incoterm: string) => {
    const result = calculate('us.vehicle', { ...bike, incoterm });
    return Number(result.landed_cost) - Number(result.total_payments);
  };
  expect(['FOB', 'CFR', 'DAP'].map(landed)).toEqual([11_000, 10_100, 10_000]);
});
