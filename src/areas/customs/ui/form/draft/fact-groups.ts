import type { ImportKind } from '../../../wire/calculations/calculations.constants.ts';
import type { QuestionFact } from './rule-facts.ts';

export type FactGroup = { title: string; facts: readonly QuestionFact[] };

const vehicleGroups = {
  'The vehicle': [
    ...['make', 'model', 'vehicle_category', 'powertrain', 'production_date', 'is_new'],
    ...['engine_capacity_cc', 'power_kw', 'power_30min_kw', 'battery_kwh', 'gross_weight_kg'],
    ...['co2_g_km', 'mpg', 'fuel_l_100km', 'right_hand_drive', 'air_conditioned', 'historic'],
  ],
  'Price and transport': [
    ...['price', 'incoterm', 'freight', 'insurance', 'onward_transport', 'mode', 'shipped_from'],
  ],
};

const goodsGroups = {
  'Transport and its cost': [
    ...['mode', 'shipment_type', 'incoterm', 'freight', 'insurance', 'onward_transport'],
    ...['shipped_from', 'gross_weight_kg'],
  ],
};

const rest = 'Origin and special cases';

/** Facts by group; those without a group come last. */
export function groupFacts(kind: ImportKind, facts: readonly QuestionFact[]): FactGroup[] {
  const groups = Object.entries(kind === 'vehicle' ? vehicleGroups : goodsGroups);
  const named = new Set(groups.flatMap(([, names]) => names));
  const pick = (names: readonly string[]) =>
    names.flatMap((name) => facts.filter((fact) => fact.name === name));
  return [
    ...groups.map(([title, names]) => ({ title, facts: pick(names) })),
    { title: rest, facts: facts.filter(({ name }) => !named.has(name)) },
  ].filter((group) => group.facts.length > 0);
}
