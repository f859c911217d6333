import { expect, test } from 'vitest';
import type { CalculationInput } from '../../wire/calculation-inputs.ts';
import { evaluate } from '../engine/evaluate.ts';
import { readConsignment } from '../engine/read-facts.ts';
import { readRuleFiles } from '../rule-sets/rule-files.ts';
import { findHints } from './hints.ts';

const find = (set: string) => readRuleFiles().find(({ id }) => id === set)!;
const canada = find('ca.goods');

function hintsFor(origin_country: string, hs_code = '61091000') {
  const stated = {
    destination_country: 'CA',
    currency: 'CAD',
    incoterm: 'FOB',
    mode: 'sea',
    origin_country,
    calculation_date: '2026-11-20',
    items: [{ description: 'T-shirts', hs_code, quantity: '1', value: '2000' }],
  } as CalculationInput;
  const run = (facts: CalculationInput) =>
    evaluate(canada, { ...readConsignment(facts), date: '2026-11-20' }, () => null);
  return findHints(canada, stated, run(stated), run);
}

test('a proof of origin is suggested only if an agreement lowers the duty', () => {
  expect(hintsFor('JP')).toMatchObject([{ code: 'origin_proof', saves: '378.00' }]);
  expect(hintsFor('CN')).toEqual([]);
});

test('for a vehicle among the goods the vehicle calculator is suggested', () => {
  expect(hintsFor('JP', '87032310')).toMatchObject([
    { code: 'use_vehicle_calculator', saves: null },
  ]);
});

test('in Ukraine, which counts calendar years, the total rises on 1 January', () => {
  const ukraine = find('ua.vehicle');
  const stated = {
    destination_country: 'UA',
    price: { amount: '10000', currency: 'EUR' },
    incoterm: 'CIF',
    powertrain: 'petrol',
    engine_capacity_cc: 1998,
    production_date: '2019-05',
    calculation_date: '2026-11-20',
  } as CalculationInput;
  const run = (facts: CalculationInput, agesOn?: string) => {
    const days = { date: '2026-11-20', ...(agesOn && { agesOn }) };
    return evaluate(ukraine, { ...readConsignment(facts), ...days }, () => null);
  };
  const message =
    'From 1 Jan 2027 the total is 119.88 EUR higher by the same rules and rates, because of the vehicle’s age.';
  expect(findHints(ukraine, stated, run(stated), run)).toEqual([
    { code: 'age_cliff', message, saves: null },
  ]);
});
