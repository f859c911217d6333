// Random vehicles for the comparison with the second implementation: facts that may be true
// together, some of them not stated, amounts and sizes often at a limit.
import fc from 'fast-check';
import { Decimal } from '#lib/decimal.ts';
import type { VehicleFacts } from './second/vehicle.ts';

const cents = (most: number, from = 0) =>
  fc
    .integer({ min: from * 100, max: most * 100 })
    .map((amount) => new Decimal(amount).div(100).toFixed());

/** A limit, or a cent beside it. */
export const near = (limits: readonly number[], step = 0.01): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...limits), fc.constantFrom(-1, 0, 1))
    .map(([limit, side]) => new Decimal(step).times(side).plus(limit).toFixed());

const often = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: 15 });
const seldom = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: 1 });

const deliveryTerms = 'EXW FCA FAS FOB CFR CPT CIF CIP DAP DPU'.split(' ');

const moneyIn = (currencies: readonly string[], amount: fc.Arbitrary<string>) =>
  fc.record({ amount, currency: fc.constantFrom(...currencies) });

export const carriageIn = (currencies: readonly string[], freightMax = 1500) => ({
  incoterm: often(fc.constantFrom(...deliveryTerms)),
  freight: often(moneyIn(currencies, cents(freightMax))),
  insurance: seldom(moneyIn(currencies, cents(freightMax / 10))),
  onward_transport: seldom(moneyIn(currencies, cents(freightMax / 4))),
});

const origins = [
  'US',
  'DE',
  'FR',
  'CN',
  'JP',
  'KR',
  'GB',
  'MX',
  'CA',
  'RU',
  'BY',
  'KP',
  'TR',
  'IN',
  'TH',
  'BR',
  'UA',
  'NO',
  'ZA',
  'VN',
  'AU',
  'KZ',
  'TW',
  'UZ',
];
/** Half of the vehicles are cars with a common origin: there most totals are complete. */
const origin = fc.oneof(fc.constantFrom('JP', 'DE', 'GB', 'US', 'KR'), fc.constantFrom(...origins));
const category = fc.oneof(
  { weight: 5, arbitrary: fc.constant('car') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('pickup', 'van', 'motorcycle', 'motorhome', 'truck'),
  },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

const engineLimits = [50, 250, 700, 800, 1000, 1500, 1800, 2000, 2300, 2500, 3000, 3500];
const capacity = fc.oneof(near(engineLimits, 1), fc.integer({ min: 600, max: 6500 }).map(String));
const kilowatts = fc.oneof(
  near([58.84, 67.5, 73.55, 95.61, 112.5, 117.68, 139.75, 150, 161.81, 225, 300, 367.75, 375]),
  cents(420).filter((power) => power !== '0'),
);
const horsepower = fc.oneof(
  near([90, 100, 150, 160, 200, 300, 400, 500], 1),
  fc.integer({ min: 40, max: 600 }).map(String),
);
const power = fc.oneof(
  fc.record({ power_kw: kilowatts }),
  fc.record({ power_hp: horsepower }),
  fc.constant({}),
);
const months = fc
  .tuple(fc.integer({ min: 1990, max: 2026 }), fc.integer({ min: 1, max: 5 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`);
/** At three, five, seven and 25 years before November and May 2026. */
const edges = ['2023', '2021', '2019', '2001', '1996'].flatMap((year) =>
  ['04', '05', '06', '10', '11', '12'].map((month) => `${year}-${month}`),
);
const age = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ production_date: fc.oneof(months, fc.constantFrom(...edges)) }),
  },
  { weight: 2, arbitrary: fc.record({ age_years: fc.oneof(near([3, 5, 7, 25], 0.5), cents(30)) }) },
  { weight: 1, arbitrary: fc.constantFrom({ production_date: '2022' }, {}) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('2021-11-19', '2021-11-20', '2021-11-21', '2023-11-15', '2023-12-31')
      .map((production_date) => ({ production_date })),
  },
);

const electric = ['electric', 'hydrogen'];

/** Without what contradicts something else, which the API refuses. */
function withoutContradictions(facts: VehicleFacts): VehicleFacts {
  const { powertrain = '', transfer_of_residence: isMoving } = facts;
  const hasEngine = !electric.includes(powertrain);
  return {
    ...facts,
    ...(!hasEngine && { engine_capacity_cc: undefined, mpg: undefined, fuel_l_100km: undefined }),
    ...(facts.mpg !== undefined && { fuel_l_100km: undefined }),
    ...(isMoving && { is_new: undefined, importer: undefined }),
  };
}

export function arbitraryVehicle(
  currencies: readonly string[],
  priceLimits: readonly number[],
): fc.Arbitrary<VehicleFacts> {
  const price = fc.oneof(near(priceLimits), cents(150_000, 5000), cents(8_000_000, 5000));
  const facts = fc.record({
    price: moneyIn(currencies, price),
    ...carriageIn(currencies),
    origin_country: often(origin),
    origin_proof: often(fc.oneof(fc.constant(false), fc.boolean())),
    shipped_from: often(origin),
    mode: often(fc.constantFrom('sea', 'air', 'land')),
    importer: seldom(fc.constant('individual')),
    personal_use: seldom(fc.boolean()),
    transfer_of_residence: fc.constantFrom(true, ...Array(15).fill(undefined)),
    vehicle_category: category,
    powertrain: often(
      fc.constantFrom(
        'petrol',
        'petrol',
        'diesel',
        'hybrid',
        'plugin_hybrid',
        'series_hybrid',
        'electric',
        'electric',
        'hydrogen',
      ),
    ),
    engine_capacity_cc: often(capacity),
    power_30min_kw: often(kilowatts),
    battery_kwh: often(cents(120).filter((size) => size !== '0')),
    is_new: often(fc.boolean()),
    registered_there: seldom(fc.boolean()),
    gross_weight_kg: often(
      fc.oneof(near([2721.55], 0.01), fc.integer({ min: 900, max: 4000 }).map(String)),
    ),
    fuel_l_100km: often(
      fc.oneof(
        near([3.5, 13, 14, 15, 16]),
        fc.constantFrom('6', '8.5', '10.454', '12.99995', '18'),
      ),
    ),
    mpg: seldom(fc.oneof(near([12.5, 16.5, 20.5, 22.5]), fc.constantFrom('15', '30'))),
    air_conditioned: seldom(fc.boolean()),
    local_content_percent: seldom(cents(100)),
    historic: fc.constantFrom(true, ...Array(11).fill(undefined)),
    in_quota: often(fc.boolean()),
  });
  return fc
    .tuple(facts, age, power)
    .map(([own, ...others]) => withoutContradictions(Object.assign(own, ...others)));
}
