import { expect, test } from 'vitest';
import { InvalidInput } from '#kernel/http/errors.ts';
import { gatherImport } from '#test/factories/gathered-import.ts';
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

test('a year of production is completed with its first and its last month', () => {
  const listMonths = (production_date: string) =>
    complete(gatherImport('ua.vehicle', { ...petrolCar, production_date })).candidates.map(
      (one) => one?.facts.production_date,
    );
  expect(listMonths('2019-05')).toEqual(['2019-05']);
  expect(listMonths('2019')).toEqual(['2019-01', '2019-12']);
});
