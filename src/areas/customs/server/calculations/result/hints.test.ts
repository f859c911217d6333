import { expect, test } from 'vitest';
import { gatherImport } from '#test/factories/gathered-import.ts';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { calculateGathered } from '../calculate.ts';

function hintsFor(origin_country: string, hs_code = '61091000') {
  const input = {
    destination_country: 'CA',
    currency: 'CAD',
    incoterm: 'FOB',
    mode: 'sea',
    origin_country,
    items: [{ description: 'T-shirts', hs_code, quantity: '1', value: '2000' }],
  };
  return calculateGathered(gatherImport('ca.goods', input)).result.hints;
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
  const message =
    'From 1 Jan 2027 the total is 119.88 EUR higher by the same rules and rates, because of the vehicle’s age.';
  expect(calculateGathered(gatherImport('ua.vehicle', petrolCar)).result.hints).toEqual([
    { code: 'age_cliff', message, saves: null },
  ]);
});
