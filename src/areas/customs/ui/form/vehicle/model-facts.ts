// What a chosen make and model says about the facts that the rules ask for.
import { formatNumber } from '#lib/format.ts';
import { factNamed } from '../../../wire/facts/facts.constants.ts';
import type { RuleSetWire } from '../../../wire/rule-sets/rule-sets.ts';
import type { VehicleModelWire } from '../../../wire/vehicles/vehicles.ts';
import type { Values } from '../draft/conditions.ts';
import { askFacts } from '../draft/rule-facts.ts';
import type { ValueChanges } from '../draft/use-draft.ts';

/** With the alternative that a stated fact replaces. */
const readModelFacts = [
  { name: 'make' },
  { name: 'model' },
  { name: 'powertrain' },
  { name: 'engine_capacity_cc' },
  { name: 'power_kw', instead: 'power_hp' },
  { name: 'battery_kwh' },
  { name: 'co2_g_km' },
  { name: 'mpg', instead: 'fuel_l_100km' },
  { name: 'fuel_l_100km', instead: 'mpg' },
] as const;

const cycles = { epa: 'US EPA', wltp: 'WLTP', nedc: 'NEDC' };

/**
 * Only facts that these rules ask for of this vehicle. What the data set does not say is not
 * touched, except what an earlier choice had filled in (`before`).
 */
export function fillFacts(
  model: VehicleModelWire,
  rules: RuleSetWire,
  values: Values,
  before: ValueChanges,
): ValueChanges {
  const powertrain = model.powertrain ?? values.powertrain ?? '';
  const facts = askFacts([rules], 'vehicle', { ...values, powertrain });
  const find = (name: string) =>
    facts.flatMap((fact) => [fact, fact.instead]).find((fact) => fact?.name === name);
  const stale = Object.keys(before).filter((name) => before[name] && values[name] === before[name]);
  const changes: Record<string, string | undefined> = Object.fromEntries(
    stale.map((name) => [name, undefined]),
  );
  for (const { name, ...fact } of readModelFacts) {
    const value = model[name];
    const choices = find(name)?.choices ?? [];
    const isChoice = choices.length === 0 || choices.some((one) => one.value === value);
    if (value === null || !find(name) || !isChoice) continue;
    changes[name] = String(value);
    if ('instead' in fact) changes[fact.instead] = undefined;
  }
  return changes;
}

/** Labels of what was filled in, in the order of the form. */
export const listLabels = (changes: ValueChanges): string[] =>
  Object.keys(changes)
    .filter((name) => changes[name] !== undefined)
    .map((name) => factNamed(name)?.label ?? name);

/** What the papers may state otherwise. */
export function listReservations(model: VehicleModelWire, changes: ValueChanges): string[] {
  const isMeasured = ['co2_g_km', 'mpg', 'fuel_l_100km'].some((name) => changes[name]);
  return [
    ...(changes.engine_capacity_cc && model.engine_capacity_is_rounded
      ? ['The engine capacity is rounded to 0.1 l: state the exact cm³ of the papers.']
      : []),
    ...(isMeasured && model.test_cycle
      ? [`CO₂ and fuel use are of the ${cycles[model.test_cycle]} test.`]
      : []),
  ];
}

const formatPowertrain = (value: string | null) =>
  factNamed('powertrain')?.choices?.find((one) => one.value === value)?.label;

/** `2022 · Petrol · 1,498 cm³ · 96 kW`: what is not known is left out. */
export function describeModel(model: VehicleModelWire): string {
  const { engine_capacity_cc: capacity, engine_capacity_is_rounded: isRounded } = model;
  const size = isRounded
    ? `${((capacity ?? 0) / 1000).toFixed(1)} l`
    : `${formatNumber(capacity ?? 0)} cm³`;
  return [
    String(model.year),
    formatPowertrain(model.powertrain),
    capacity && size,
    model.power_kw && `${model.power_kw} kW`,
    model.battery_kwh && `${model.battery_kwh} kWh`,
    model.co2_g_km && `CO₂ ${model.co2_g_km} g/km`,
    model.mpg && `${model.mpg} mpg`,
    model.fuel_l_100km && `${model.fuel_l_100km} l/100 km`,
    model.mass_kg && `${formatNumber(model.mass_kg)} kg`,
    model.body_class,
  ]
    .filter(Boolean)
    .join(' · ');
}
