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

test('a date without its day is a range where the day decides', () => {
  const toAmerica = (production_date: string) => {
    const car = { ...petrolCar, destination_country: 'US', origin_country: 'DE', mode: 'sea' };
    const facts = { ...car, vehicle_category: 'car', is_new: false, production_date };
    return evaluateImport(
      convertMoney(applyTariff(complete(gatherImport('us.vehicle', facts, { kind: 'vehicle' })))),
    );
  };
  const { evaluation, range } = toAmerica('2001-11');
  expect(toAmerica('2001-10').range).toBeNull();
  expect(range?.questions.map(({ fact }) => fact)).toEqual(['production_date']);
  const [first, last] = range!.questions[0]!.answers;
  expect([first?.value, last?.value]).toEqual(['2001-11-01', '2001-11-30']);
  expect(evaluation.total.lt(toAmerica('2001-12').evaluation.total)).toBe(true);
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
