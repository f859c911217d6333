import { describe, expect, test } from 'vitest';
import { buildFact, buildRuleSet } from '#test/fixtures/customs.ts';
import { buildVehicleModel } from '#test/fixtures/vehicle-models.ts';
import { describeModel, fillFacts, listLabels, listReservations } from './model-facts.ts';

const golf = buildVehicleModel();
const spider = buildVehicleModel({
  ...{ source: 'epa', make: 'Alfa Romeo', model: 'Spider', year: 1985, power_kw: null },
  ...{ engine_capacity_cc: 2000, engine_capacity_is_rounded: true, co2_g_km: '263' },
  ...{ fuel_l_100km: null, mpg: '21', test_cycle: 'epa', mass_kg: null },
  body_class: 'Two Seaters',
});
const withEngine = {
  when: { fact: 'powertrain', op: 'in', value: ['petrol', 'diesel', 'hybrid'] },
};
const rules = buildRuleSet({
  facts: [
    buildFact('powertrain'),
    buildFact('engine_capacity_cc', withEngine),
    buildFact('mpg', withEngine),
    buildFact('fuel_l_100km', withEngine),
    buildFact('power_kw'),
    buildFact('power_hp'),
  ],
});

describe('a chosen model', () => {
  test('fills in what the rules ask for of its powertrain', () => {
    expect(fillFacts(golf, rules, { powertrain: 'electric' }, {})).toEqual({
      ...{ make: 'VOLKSWAGEN', model: 'GOLF', powertrain: 'petrol', engine_capacity_cc: '1498' },
      ...{ power_kw: '96', power_hp: undefined, fuel_l_100km: '5.6', mpg: undefined },
    });
    const plain = buildRuleSet({ facts: [buildFact('price')] });
    expect(fillFacts(golf, plain, {}, {})).toEqual({ make: 'VOLKSWAGEN', model: 'GOLF' });
  });

  test('leaves alone what it does not say, except what an earlier choice filled in', () => {
    const before = fillFacts(golf, rules, {}, {});
    const typed = { ...before, power_kw: '99' } as Record<string, string>;
    const after = fillFacts(spider, rules, typed, before);
    expect(after).toMatchObject({ model: 'Spider', mpg: '21', engine_capacity_cc: '2000' });
    expect(after).not.toHaveProperty('power_kw');
    expect(after.fuel_l_100km).toBeUndefined();
    const untouched = fillFacts(spider, rules, before as Record<string, string>, before);
    expect(untouched).toHaveProperty('power_kw', undefined);
  });

  test('is no choice that the rules do not offer', () => {
    const choices = [{ value: 'diesel', label: 'Diesel' }];
    const narrow = buildRuleSet({ facts: [buildFact('powertrain', { choices })] });
    expect(fillFacts(golf, narrow, {}, {})).not.toHaveProperty('powertrain');
  });

  test('is described with its reservations', () => {
    const changes = fillFacts(spider, rules, {}, {});
    expect(listLabels(changes)).toEqual([
      ...['Make', 'Model', 'Powertrain', 'Engine capacity', 'Fuel economy'],
    ]);
    expect(listReservations(spider, changes)).toEqual([
      'The engine capacity is rounded to 0.1 l: state the exact cm³ of the papers.',
      'CO₂ and fuel use are of the US EPA test.',
    ]);
    expect(listReservations(golf, { make: 'VOLKSWAGEN' })).toEqual([]);
    expect(describeModel(spider)).toBe(
      '1985 · Petrol · 2.0 l · CO₂ 263 g/km · 21 mpg · Two Seaters',
    );
    expect(describeModel(golf)).toBe(
      '2022 · Petrol · 1,498 cm³ · 96 kW · CO₂ 128 g/km · 5.6 l/100 km · 1,310 kg',
    );
  });
});
