import { expect, test } from 'vitest';
import { Decimal } from '#lib/decimal.ts';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { parse } from './parse.ts';

const today = '2026-11-20';

test('a vehicle becomes facts of the engine, for today and the rules of anyone', () => {
  expect(parse({ kind: 'vehicle', input: petrolCar }, today)).toMatchObject({
    date: today,
    country: 'UA',
    regime: undefined,
    ownRates: [],
    unknownFields: [],
    consignment: {
      facts: {
        price: { amount: new Decimal(10_000), currency: 'EUR' },
        engine_capacity_cc: new Decimal(1998),
        production_date: '2019-05',
      },
      items: [],
    },
  });
});

test('goods become lines with a value, for the day and the importer of the request', () => {
  const rate = { from: 'USD', to: 'EUR', rate: '0.9' };
  const input = {
    destination_country: 'DE',
    currency: 'USD',
    calculation_date: '2026-02-01',
    importer: 'legal_entity',
    exchange_rates: [rate],
    items: [{ description: 'Shirts', hs_code: '6109.10', quantity: '3', unit_price: '2.5' }],
  };
  expect(parse({ kind: 'goods', input }, today)).toMatchObject({
    date: '2026-02-01',
    today,
    regime: 'legal_entity',
    ownRates: [rate],
    consignment: {
      items: [{ hs_code: '610910', value: { amount: new Decimal('7.5'), currency: 'USD' } }],
    },
  });
  expect(parse({ kind: 'goods', input: { ...input, regime: 'courier' } }, today).regime).toBe(
    'courier',
  );
});
