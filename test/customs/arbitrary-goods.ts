// Random consignments for the comparison with the second implementation.
import fc from 'fast-check';
import { Decimal } from '#lib/decimal.ts';
import { carriageIn, near } from './arbitrary-vehicles.ts';
import { type GoodsFacts, type ItemFacts, starterCodes } from './second/goods.ts';

const hundredths = (most: number) =>
  fc.integer({ min: 1, max: most * 100 }).map((amount) => new Decimal(amount).div(100).toFixed());
const often = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 12 });
const seldom = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });

/** Of the starter table, with six or eight digits, or another one. */
const code = (ownCodes: readonly string[]) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...ownCodes) },
    { weight: 1, arbitrary: fc.constantFrom(...starterCodes) },
    { weight: 4, arbitrary: fc.constantFrom(...starterCodes).map((one) => `${one}00`) },
    { weight: 1, arbitrary: fc.constantFrom('240220', '271012', '210690', '9102', '7208') },
  );
const origin = fc.constantFrom(
  'VN',
  'VN',
  'DE',
  'DE',
  'JP',
  'TR',
  'CN',
  'VN',
  'IN',
  'US',
  'DE',
  'GB',
  'JP',
  'TR',
  'MX',
  'CA',
  'KR',
  'BR',
  'RU',
  'BY',
  'KP',
  'KZ',
  'TH',
  'NO',
  'ZA',
  'AE',
  'ID',
);
const ownRate = seldom(fc.oneof(fc.constantFrom('0', '5', '12.5'), hundredths(60)));

const arbitraryItem = (codes: readonly string[]): fc.Arbitrary<ItemFacts> =>
  fc.record({
    hs_code: code(codes),
    value: fc.oneof(near([20, 40, 135, 150, 1000, 2500]), hundredths(9000)),
    quantity: fc.integer({ min: 1, max: 400 }).map(String),
    unit: often(fc.constantFrom('pcs', 'pcs', 'pair', 'kg', 'l')),
    origin_country: often(origin),
    origin_proof: seldom(fc.boolean()),
    net_weight_kg: often(hundredths(500)),
    volume_l: often(hundredths(300)),
    duty_rate_percent: ownRate,
    vat_rate_percent: ownRate,
  });

export const arbitraryGoods = (
  currency: string,
  shipments: readonly string[],
  codes: readonly string[] = starterCodes,
): fc.Arbitrary<GoodsFacts> =>
  fc.record({
    currency: fc.constant(currency),
    ...carriageIn([currency, 'EUR'], 15),
    origin_country: seldom(origin),
    shipped_from: often(origin),
    mode: often(fc.constantFrom('sea', 'air', 'land', 'courier', 'post')),
    shipment_type: often(fc.constantFrom(...shipments)),
    importer: often(fc.constantFrom('individual', 'legal_entity')),
    ioss: often(fc.boolean()),
    items: fc.oneof(
      fc.tuple(arbitraryItem(codes)),
      fc.array(arbitraryItem(codes), { minLength: 1, maxLength: 3 }),
    ),
  });
