import { expect, test } from 'vitest';
import { InvalidInput } from '#kernel/http/errors.ts';
import { gatherImport, importDay } from '#test/factories/gathered-import.ts';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { complete } from './complete.ts';
import type { GatheredImport } from './gather.ts';

function findProblems(gathered: GatheredImport) {
  try {
    complete(gathered);
  } catch (error) {
    if (error instanceof InvalidInput) return error.fields;
    throw error;
  }
  return {};
}

test('a required fact is missing unless another one stands for it', () => {
  const { powertrain: _, ...car } = petrolCar;
  expect(findProblems(gatherImport('ua.vehicle', petrolCar))).toEqual({});
  expect(findProblems(gatherImport('ua.vehicle', car))).toEqual({
    powertrain: ['This field is required.'],
  });
});

test('original rules hold for their own place and importer', () => {
  const input = { ...petrolCar, destination_country: 'KZ', importer: 'legal_entity' };
  const gathered = gatherImport('ru.vehicle.individual', input);
  const { ruleSet } = gathered;
  expect(findProblems({ ...gathered, original: { ruleSet, tariffId: null, rates: [] } })).toEqual({
    destination_country: ['The original rules do not hold for this country.'],
    importer: ['The original rules do not hold for this importer.'],
  });
});

test.each([
  ['us.vehicle', '2019-05', ['2019-05-01', '2019-05-31']],
  ['us.vehicle', '2019', ['2019-01-01', '2019-12-31']],
  ['us.vehicle', '2026-11', ['2026-11-01', importDay]],
  ['us.vehicle', '2019-05-04', ['2019-05-04']],
  ['ru.vehicle.individual', '2019', ['2019']],
  ['ua.vehicle', '2019', ['2019']],
])('by %s a date of production %s can be %j', (id, production_date, days) => {
  const car = { ...petrolCar, origin_country: 'DE', mode: 'sea', importer: 'individual' };
  const { candidates } = complete(gatherImport(id, { ...car, power_kw: '100', production_date }));
  expect(candidates.map(({ facts }) => facts.production_date)).toEqual(days);
});
