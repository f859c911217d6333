// What is compared: the product's rule sets of a country, and the second implementation of it.
import fc from 'fast-check';
import { readConsignment } from '#areas/customs/server/engine/read-facts.ts';
import type { RuleSet } from '#areas/customs/server/engine/rules/rule-set.ts';
import type { FindRate } from '#areas/customs/server/engine/scope.ts';
import { Decimal } from '#lib/decimal.ts';
import { arbitraryGoods } from './arbitrary-goods.ts';
import { arbitraryVehicle } from './arbitrary-vehicles.ts';
import type { Lines } from './second/assessment.ts';
import { vehicleToAustralia } from './second/au.ts';
import { goodsToCanada, vehicleToCanada } from './second/ca.ts';
import type { Worth } from './second/customs-value.ts';
import { euroMembers, goodsToGermany, vehicleToUnion } from './second/eu.ts';
import { goodsToBritain, vehicleToBritain } from './second/gb.ts';
import { codesOfUnitedStates, Goods, type GoodsFacts } from './second/goods.ts';
import { vehicleToPoland } from './second/pl.ts';
import { goodsToRussia, vehicleOfRussianCompany, vehicleOfRussianResident } from './second/ru.ts';
import { vehicleToUkraine } from './second/ua.ts';
import { goodsToUnitedStates, vehicleToUnitedStates } from './second/us.ts';
import { Vehicle, type VehicleDuties, type VehicleFacts } from './second/vehicle.ts';

/** Facts of one import on a day, at the rates of that day. */
export type Import<F = VehicleFacts | GoodsFacts> = { facts: F; date: string; worth: Worth };

export type Trial = {
  id: string;
  destination: string;
  imports: fc.Arbitrary<Import>;
  assess: (one: Import) => Lines;
};

/** Of a unit of the currency in that of the country; some have no exact inverse. */
const rates: Record<string, readonly Worth[]> = {
  USD: [{ USD: '1', EUR: '1.1372' }],
  EUR: [{ EUR: '1', USD: '0.8', UAH: '0.02' }],
  PLN: [{ PLN: '1', EUR: '4.2513' }],
  GBP: [{ GBP: '1', EUR: '0.8731' }],
  CAD: [{ CAD: '1', EUR: '1.6127' }],
  AUD: [{ AUD: '1', EUR: '1.7789' }],
  RUB: [
    { RUB: '1', EUR: '95', USD: '81.3' },
    { RUB: '1', EUR: '91.5432', USD: '79.0017' },
  ],
};

/** The inverse of a rate is rounded, as it is in published tables. */
export const createRateFinder =
  (worth: Worth): FindRate =>
  (from, to) => {
    const found = { from, to, date: '2026-11-20', source: 'test' };
    if (worth[to] === '1' && worth[from]) return { ...found, rate: new Decimal(worth[from]) };
    const [one, other] = [worth[from], worth[to]];
    if (!one || !other) return null;
    return { ...found, rate: new Decimal(one).div(other).toSignificantDigits(20) };
  };

const on = <F extends VehicleFacts | GoodsFacts>(
  facts: fc.Arbitrary<F>,
  dates: readonly string[],
  currency: string,
) =>
  fc.record({
    facts,
    date: fc.constantFrom(...dates),
    worth: fc.constantFrom(...rates[currency]!),
  });

type VehicleTrial = {
  id: string;
  destination: string;
  currency: string;
  dates?: readonly string[];
  /** For a set of several countries. */
  destinations?: readonly string[];
  limits: readonly number[];
  duties: VehicleDuties;
};

const today = ['2026-11-20'];

function trialOfVehicle({
  id,
  destination,
  currency,
  limits,
  duties,
  ...own
}: VehicleTrial): Trial {
  const vehicles = fc
    .tuple(
      arbitraryVehicle([currency, 'EUR'], limits),
      fc.constantFrom(...(own.destinations ?? [destination])),
    )
    .map(([facts, destination_country]) => ({ ...facts, destination_country }));
  return {
    id,
    destination,
    imports: on(vehicles, own.dates ?? today, currency),
    assess: ({ facts, date, worth }) => duties(new Vehicle(facts as VehicleFacts, date, worth)),
  };
}

type GoodsTrial = {
  id: string;
  destination: string;
  currency: string;
  shipments?: readonly string[];
  codes?: readonly string[];
  dates?: readonly string[];
  duties: (goods: Goods) => Lines;
};

function trialOfGoods({ id, destination, currency, duties, ...own }: GoodsTrial): Trial {
  const goods = arbitraryGoods(currency, own.shipments ?? ['freight'], own.codes);
  return {
    id,
    destination,
    imports: on(goods, own.dates ?? today, currency),
    assess: ({ facts, date, worth }) => duties(new Goods(facts as GoodsFacts, date, worth)),
  };
}

const euros = [8500, 16700, 42300, 84500, 169000];
const roubles = [200_000, 450_000, 1_200_000, 2_700_000, 4_200_000, 5_500_000, 10_000_000];

/** On most other codes some measure is unknown in the United States. */
const clothes = codesOfUnitedStates.filter((code) => code.startsWith('6'));

export const trials: readonly Trial[] = [
  ...[
    {
      id: 'us.vehicle',
      destination: 'US',
      currency: 'USD',
      limits: [2500, 9982.68],
      dates: ['2026-09-30', '2026-10-01', '2026-11-20'],
      duties: vehicleToUnitedStates,
    },
    {
      id: 'eu.vehicle',
      destination: 'DE',
      currency: 'EUR',
      limits: [9000],
      dates: ['2026-11-20', '2029-12-31', '2030-01-01'],
      duties: vehicleToUnion,
      destinations: euroMembers,
    },
    {
      id: 'pl.vehicle',
      destination: 'PL',
      currency: 'PLN',
      limits: [9000],
      dates: ['2026-11-20', '2029-12-31', '2030-01-01'],
      duties: vehicleToPoland,
    },
    {
      id: 'gb.vehicle',
      destination: 'GB',
      currency: 'GBP',
      limits: [9000],
      duties: vehicleToBritain,
    },
    {
      id: 'ca.vehicle',
      destination: 'CA',
      currency: 'CAD',
      limits: [94_250.71, 100_000],
      duties: vehicleToCanada,
    },
    {
      id: 'au.vehicle',
      destination: 'AU',
      currency: 'AUD',
      limits: [1000, 10_000, 69_755],
      dates: ['2026-05-15', '2026-06-30', '2026-11-20'],
      duties: vehicleToAustralia,
    },
    {
      id: 'ru.vehicle.individual',
      destination: 'RU',
      currency: 'RUB',
      limits: [...euros, ...roubles],
      duties: vehicleOfRussianResident,
    },
    {
      id: 'ru.vehicle.legal_entity',
      destination: 'RU',
      currency: 'RUB',
      limits: roubles,
      duties: vehicleOfRussianCompany,
    },
    {
      id: 'ua.vehicle',
      destination: 'UA',
      currency: 'EUR',
      limits: [10_982.4, 19_302.4],
      duties: vehicleToUkraine,
    },
  ].map(trialOfVehicle),
  ...[
    {
      id: 'eu.goods',
      destination: 'DE',
      currency: 'EUR',
      duties: goodsToGermany,
      shipments: ['freight', 'freight', 'parcel'],
      dates: ['2026-11-20', '2028-07-01', '2028-07-02'],
    },
    {
      id: 'gb.goods',
      destination: 'GB',
      currency: 'GBP',
      duties: goodsToBritain,
      dates: ['2026-11-20', '2029-03-31', '2029-04-01'],
    },
    {
      id: 'us.goods',
      destination: 'US',
      currency: 'USD',
      duties: goodsToUnitedStates,
      codes: [...codesOfUnitedStates, ...Array(12).fill(clothes).flat()],
    },
    { id: 'ca.goods', destination: 'CA', currency: 'CAD', duties: goodsToCanada },
    { id: 'ru.goods', destination: 'RU', currency: 'RUB', duties: goodsToRussia },
  ].map(trialOfGoods),
];

/** The version that began last. */
export function ruleSetOn(ruleSets: readonly RuleSet[], id: string, date: string): RuleSet {
  const inForce = ruleSets.filter(
    (one) =>
      one.id === id &&
      one.effective_from <= date &&
      (one.effective_to === null || date <= one.effective_to),
  );
  return inForce.sort((one, other) => (one.effective_from < other.effective_from ? 1 : -1))[0]!;
}

/** As the engine reads it. */
export function readImport({ destination }: Trial, { facts, date }: Import) {
  return { ...readConsignment({ destination_country: destination, ...facts }), date };
}
