// The monitoring of CO2 from new cars under Regulation (EU) 2019/631, as the EEA publishes it: one
// line for each registration, or for each version of a type. The names of the columns are those of
// its table definition; spelling and case of makes, models and fuels are those of the registries.
import { addProblem, csvRows, type Problems, type Row } from '../tariffs/read/files/files.ts';
import {
  createModel,
  readEmission,
  readNames,
  readPositive,
  readWhole,
  toDecimal,
  type VehicleModel,
  type VehicleReading,
} from './vehicle-model.ts';

const wltp = 'Ewltp (g/km)';
/** Of the older cycle: in files until 2020, and in those of the regulation before. */
const nedc = ['Enedc (g/km)', 'e (g/km)'];

const columns = {
  required: ['Mk', 'Cn', 'Ft', 'year'],
  optional: ['Fm', 'ec (cm3)', 'ep (KW)', 'm (kg)', 'Fuel consumption', wltp, ...nedc],
};

export function readEea(file: string): VehicleReading {
  const problems: Problems = [];
  return { models: models(file, problems), problems };
}

async function* models(file: string, problems: Problems): AsyncGenerator<VehicleModel> {
  for await (const row of csvRows(file, columns, problems)) {
    const named = readNames(row.cell('Mk'), row.cell('Cn'), row.cell('year'));
    if (named) yield createModel(named, readFacts(row));
    else addProblem(problems, row.line, 'Make, commercial name or year is missing.');
  }
}

function readFacts({ cell }: Row): Partial<VehicleModel> {
  const fuel = cell('Ft').toLowerCase();
  const powertrain = readPowertrain(fuel, cell('Fm').toUpperCase());
  const isElectric = powertrain === 'electric' || powertrain === 'hydrogen';
  const emission = (column: string) =>
    readEmission(toDecimal(readPositive(cell(column)), 1), powertrain, cell(column));
  const wltpEmission = emission(wltp);
  const co2 = wltpEmission ?? nedc.map(emission).find((one) => one !== null) ?? null;
  const isLiquid = /^(petrol|diesel)/.test(fuel);
  return {
    powertrain,
    engine_capacity_cc: isElectric ? null : readWhole(cell('ec (cm3)')),
    power_kw: toDecimal(readPositive(cell('ep (KW)')), 1),
    co2_g_km: co2,
    fuel_l_100km: isLiquid ? toDecimal(readPositive(cell('Fuel consumption')), 2) : null,
    test_cycle: wltpEmission !== null ? 'wltp' : co2 !== null ? 'nedc' : null,
    mass_kg: readWhole(cell('m (kg)')),
  };
}

/** Fuel modes: `H` is a hybrid that is not charged from outside, `P` one that is. */
function readPowertrain(fuel: string, mode: string): VehicleModel['powertrain'] {
  if (fuel === 'electric') return 'electric';
  if (fuel === 'hydrogen') return 'hydrogen';
  if (!/^(petrol|diesel)([/-]electric)?$/.test(fuel)) return null;
  if (mode === 'P') return 'plugin_hybrid';
  if (mode === 'H') return 'hybrid';
  // Without the mode it is not known whether it can be charged.
  if (fuel.endsWith('electric')) return null;
  return fuel === 'petrol' ? 'petrol' : 'diesel';
}
