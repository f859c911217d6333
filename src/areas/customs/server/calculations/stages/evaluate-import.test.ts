import { expect, test } from 'vitest';
import { InvalidInput } from '#kernel/http/errors.ts';
import { Decimal } from '#lib/decimal.ts';
import { gatherImport } from '#test/factories/gathered-import.ts';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { applyTariff } from './apply-tariff.ts';
import { complete } from './complete.ts';
import { convertMoney } from './convert-money.ts';
import { evaluateImport, evaluateVariant, evaluateWithRates } from './evaluate-import.ts';

const convert = (facts: object) =>
  convertMoney(applyTariff(complete(gatherImport('ua.vehicle', { ...petrolCar, ...facts }))));
const total = (facts: object) => evaluateImport(convert(facts)).evaluation.total.toFixed(2);

test('of a year without a month the costlier one is taken', () => {
  expect(evaluateImport(convert({})).isMonthAssumed).toBe(false);
  const { evaluation, isMonthAssumed } = evaluateImport(convert({ production_date: '2019' }));
  const months = ['2019-01', '2019-12'].map((production_date) =>
    Number(total({ production_date })),
  );
  expect(Number(evaluation.total.toFixed(2))).toBe(Math.max(...months));
  expect(isMonthAssumed).toBe(months[0] !== months[1]);
});

test('a variant has other facts, another day or other rates, and no formulas', () => {
  const converted = convert({ price: { amount: '10000', currency: 'USD' } });
  const facts = { powertrain: 'diesel' };
  const diesel = evaluateVariant(converted, { facts });
  expect(diesel.total.toFixed(2)).toBe(total({ ...facts, price: converted.input.price }));
  expect(diesel.lines.every(({ formula }) => formula === '')).toBe(true);
  const later = evaluateVariant(converted, { agesOn: '2030-01-01' });
  expect(later.total.gt(evaluateImport(converted).evaluation.total)).toBe(true);
  const twice = evaluateWithRates(converted, (from, to) => {
    const found = converted.findRate(from, to);
    return found && { ...found, rate: found.rate.times(2) };
  });
  expect(twice.total.gt(evaluateImport(converted).evaluation.total)).toBe(true);
});

test('amounts that no column can store are refused', () => {
  const price = { amount: new Decimal('1e19').toFixed(), currency: 'EUR' };
  expect(() => evaluateImport(convert({ price }))).toThrow(InvalidInput);
});
