// A make and model with its engine, as public data sets describe them.
import type { VehicleModelWire } from '../../wire/vehicles/vehicles.ts';
import type { Problems } from '../tariffs/read/files/files.ts';

/** What a file says of one vehicle. Null is what it does not say. */
export type VehicleModel = Omit<VehicleModelWire, 'source'>;

export type VehicleReading = {
  models: AsyncIterable<VehicleModel>;
  /** Filled while `models` is read. */
  problems: Problems;
};

export type VehicleSource = {
  name: string;
  title: string;
  publisher: string;
  licence: string;
  url: string;
  /** A new edition contains all of the earlier ones, and replaces them. */
  isWhole: boolean;
  read(file: string): VehicleReading;
};

const unknown: VehicleModel = {
  ...{ make: '', model: '', year: 0, powertrain: null, engine_capacity_cc: null },
  ...{ engine_capacity_is_rounded: false, power_kw: null, battery_kwh: null, co2_g_km: null },
  ...{ mpg: null, fuel_l_100km: null, test_cycle: null, mass_kg: null, body_class: null },
};

export type Named = Pick<VehicleModel, 'make' | 'model' | 'year'>;

export const createModel = (named: Named, known: Partial<VehicleModel>): VehicleModel => ({
  ...unknown,
  ...named,
  ...known,
});

const nameCharsMax = 120;
const clean = (text: string) =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, nameCharsMax);

/** Null for a line that names no vehicle of a year. */
export function readNames(make: string, model: string, year: string): Named | null {
  const names = { make: clean(make), model: clean(model) };
  const isWhole = names.make !== '' && names.model !== '' && /^(19|20)\d\d$/.test(year);
  return isWhole ? { ...names, year: Number(year) } : null;
}

/** Data sets write 0, -1 or nothing for what is not known. */
export function readPositive(text: string): number | null {
  const value = /^\d{1,7}(\.\d{1,15})?$/.test(text) ? Number(text) : 0;
  return value > 0 ? value : null;
}

export function readWhole(text: string): number | null {
  const value = readPositive(text);
  return value === null ? null : Math.round(value) || null;
}

/** With as many decimals at most, and none that are zero. */
export function toDecimal(value: number | null, decimals: number): string | null {
  const rounded = value === null ? 0 : Number(value.toFixed(decimals));
  return rounded > 0 ? String(rounded) : null;
}

/** Only a vehicle without a combustion engine emits nothing: of others zero is not known. */
export const readEmission = (co2: string | null, powertrain: string | null, text: string) =>
  co2 ??
  (Number.parseFloat(text) === 0 && (powertrain === 'electric' || powertrain === 'hydrogen')
    ? '0'
    : null);
