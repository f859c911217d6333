import { expect, test } from 'vitest';
import { gatherImport } from '#test/factories/gathered-import.ts';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { calculateGathered } from '../calculate.ts';

const calculate = (facts: object, unknownFields: string[] = []) =>
  calculateGathered(gatherImport('ua.vehicle', { ...petrolCar, ...facts }, { unknownFields }));
const listCodes = (facts: object, unknownFields?: string[]) =>
  calculate(facts, unknownFields).result.warnings.map(({ code }) => code);

test('a result has its totals, lines with sources, hints, and the rates that it used', () => {
  const price = { amount: '10000', currency: 'USD' };
  const { result, rates, tariff, ruleSet } = calculate({ price });
  expect(result).toMatchObject({
    status: 'complete',
    currency: 'EUR',
    rule_set: { id: ruleSet.body.id },
    rates_status: 'indicative',
    hints: [{ code: 'age_cliff' }],
    rate_sensitivity: { percent: 5 },
  });
  expect(rates[0]).toMatchObject({ from: 'USD', to: 'EUR' });
  expect(tariff).toBeNull();
});

test('warnings name what was left out, what was not read, and what was assumed', () => {
  expect(listCodes({})).not.toContain('fact_not_used');
  const codes = listCodes({ co2_g_km: '120', production_date: '2019' }, ['colour']);
  expect(codes.slice(0, 2)).toEqual(['unknown_field', 'fact_not_used']);
  const exchange_rates = [{ from: 'JPY', to: 'EUR', rate: '0.005' }];
  expect(listCodes({ exchange_rates })).toContain('own_rate_unused');
});

test('a result is the same for the same import', () => {
  expect(calculate({})).toEqual(calculate({}));
});
