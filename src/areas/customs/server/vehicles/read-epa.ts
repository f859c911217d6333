// vehicles.csv of fueleconomy.gov: one line for each configuration, from model year 1984 on. The
// displacement is in litres with one decimal, the CO2 in grams a mile (-1 if not known), the fuel
// economy that of the label. Of electricity, hydrogen and natural gas it is a gasoline equivalent.
import { addProblem, csvRows, type Problems, type Row } from '../tariffs/read/files/files.ts';
import {
  createModel,
  readEmission,
  readNames,
  readPositive,
  toDecimal,
  type VehicleModel,
  type VehicleReading,
} from './vehicle-model.ts';

const columns = {
  required: ['make', 'model', 'year', 'displ', 'fuelType1', 'atvType', 'co2TailpipeGpm', 'comb08'],
  optional: ['VClass'],
};

const kmPerMile = 1.609344;

/** By `atvType`. A bi-fuel car, or one for natural gas alone, is none that the facts know. */
const technologies: Readonly<Record<string, VehicleModel['powertrain']>> = {
  EV: 'electric',
  FCV: 'hydrogen',
  Hybrid: 'hybrid',
  'Plug-in Hybrid': 'plugin_hybrid',
};
const fuels: Readonly<Record<string, VehicleModel['powertrain']>> = {
  'Regular Gasoline': 'petrol',
  'Midgrade Gasoline': 'petrol',
  'Premium Gasoline': 'petrol',
  Diesel: 'diesel',
  Electricity: 'electric',
  Hydrogen: 'hydrogen',
};
const conventional = ['', 'Diesel', 'FFV'];

export function readEpa(file: string): VehicleReading {
  const problems: Problems = [];
  return { models: models(file, problems), problems };
}

async function* models(file: string, problems: Problems): AsyncGenerator<VehicleModel> {
  for await (const row of csvRows(file, columns, problems)) {
    const named = readNames(row.cell('make'), row.cell('model'), row.cell('year'));
    if (named) yield createModel(named, readFacts(row));
    else addProblem(problems, row.line, 'Make, model or year is missing.');
  }
}

function readFacts({ cell }: Row): Partial<VehicleModel> {
  const fuel = cell('fuelType1');
  const powertrain = readPowertrain(cell('atvType'), fuel);
  const litres = readPositive(cell('displ'));
  const perMile = readPositive(cell('co2TailpipeGpm'));
  const isLiquid = /gasoline|diesel/i.test(fuel);
  const measured = {
    co2_g_km: readEmission(
      toDecimal(perMile === null ? null : perMile / kmPerMile, 1),
      powertrain,
      cell('co2TailpipeGpm'),
    ),
    mpg: isLiquid ? toDecimal(readPositive(cell('comb08')), 1) : null,
  };
  return {
    powertrain,
    engine_capacity_cc: litres === null ? null : Math.round(litres * 1000) || null,
    engine_capacity_is_rounded: litres !== null,
    ...measured,
    test_cycle: measured.co2_g_km === null && measured.mpg === null ? null : 'epa',
    body_class: cell('VClass').slice(0, 60) || null,
  };
}

function readPowertrain(technology: string, fuel: string): VehicleModel['powertrain'] {
  const known = technologies[technology];
  if (known) return known;
  if (!conventional.includes(technology)) return null;
  return fuels[fuel] ?? null;
}
