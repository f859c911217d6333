import { describe, expect, test } from 'vitest';
import { buildFact, buildRuleSet, goodsRules } from '#test/fixtures/customs.ts';
import { holds } from './conditions.ts';
import { newDraft, newLine } from './draft.ts';
import { readQuestions } from './questions.ts';
import { askFacts, chooseRuleSet, listRegimes } from './rule-facts.ts';

const names = (facts: readonly { name: string }[]) => facts.map(({ name }) => name);
const vehicle = (values: Record<string, string>, missing: string[] = []) =>
  names(askFacts([buildRuleSet()], 'vehicle', values, missing));

describe('what is asked', () => {
  test('is what the rules read, and make and model', () => {
    expect(vehicle({ powertrain: 'plugin_hybrid' })).toEqual([
      'price',
      'incoterm',
      'freight',
      'powertrain',
      'engine_capacity_cc',
      'battery_kwh',
      'production_date',
      'origin_proof',
      'make',
      'model',
    ]);
    expect(askFacts([], 'vehicle', {})).toEqual([]);
  });

  test('leaves out facts irrelevant to the powertrain, unless the result is missing them', () => {
    expect(vehicle({})).not.toContain('engine_capacity_cc');
    expect(vehicle({ powertrain: 'electric' })).not.toContain('engine_capacity_cc');
    expect(vehicle({ powertrain: 'petrol' })).not.toContain('battery_kwh');
    expect(vehicle({ powertrain: 'electric' }, ['engine_capacity_cc'])).toContain(
      'engine_capacity_cc',
    );
  });

  test('leaves out even required facts that are irrelevant', () => {
    const rules = buildRuleSet({
      facts: [buildFact('powertrain'), buildFact('engine_capacity_cc', { required: true })],
    });
    const asked = (powertrain: string) => names(askFacts([rules], 'vehicle', { powertrain }));
    expect(asked('petrol')).toContain('engine_capacity_cc');
    expect(asked('electric')).not.toContain('engine_capacity_cc');
  });

  test('leaves out freight included in the price if duty is charged on CIF', () => {
    expect(vehicle({ incoterm: 'CIF' })).not.toContain('freight');
    const fob = askFacts([buildRuleSet({ basis: 'fob' })], 'vehicle', { incoterm: 'CIF' });
    expect(names(fob)).toContain('freight');
  });

  test('makes one question of two alternative facts', () => {
    const date = askFacts([buildRuleSet()], 'vehicle', {}).find(
      ({ name }) => name === 'production_date',
    );
    expect(date?.instead?.name).toBe('age_years');
  });

  test('follows the conditions of the rules', () => {
    const goods = (values: Record<string, string>) =>
      names(askFacts([goodsRules()], 'consignment', values));
    expect(goods({})).toEqual(['incoterm', 'mode']);
    expect(goods({ mode: 'post' })).toEqual(['incoterm', 'mode', 'shipped_from']);
  });

  test('for several rule sets is whatever any of them asks for', () => {
    const other = buildRuleSet({
      facts: [buildFact('mode'), buildFact('freight', { required: true })],
    });
    const asked = askFacts([buildRuleSet(), other], 'vehicle', {});
    expect(names(asked)).toContain('mode');
    expect(asked.find(({ name }) => name === 'freight')?.required).toBe(true);
    const always = buildRuleSet({ facts: [buildFact('battery_kwh', { when: null })] });
    const petrol = { powertrain: 'petrol' };
    expect(names(askFacts([buildRuleSet(), always], 'vehicle', petrol))).toContain('battery_kwh');
  });
});

test('a country’s own rules and those of the requested importer take precedence', () => {
  const bloc = buildRuleSet({ id: 'eu', jurisdiction: 'EU', countries: ['PL', 'DE'] });
  const own = buildRuleSet({ id: 'pl', jurisdiction: 'PL', countries: ['PL'] });
  const company = buildRuleSet({ id: 'pl-co', countries: ['PL'], regime: 'legal_entity' });
  const sets = [bloc, company, own];
  const chosen = (country: string, regime = '') => chooseRuleSet(sets, { country, regime })?.id;
  expect(chosen('PL')).toBe('pl');
  expect(chosen('DE')).toBe('eu');
  expect(chosen('PL', 'legal_entity')).toBe('pl-co');
  expect(chosen('US')).toBeUndefined();
  expect(listRegimes(sets, 'PL').map(({ value }) => value)).toEqual(['', 'legal_entity']);
});

test.each([
  [{ fact: 'a', op: 'eq', value: 'x' }, true],
  [{ fact: 'a', op: 'ne', value: 'x' }, false],
  [{ fact: 'n', op: 'gt', value: 4 }, true],
  [{ fact: 'n', op: 'le', value: 4 }, false],
  [{ fact: 'gone', op: 'eq', value: 'x' }, null],
  [{ fact: 'gone', op: 'present', value: false }, true],
  [{ not: { fact: 'gone', op: 'eq', value: 'x' } }, null],
  [
    {
      any: [
        { fact: 'gone', op: 'lt', value: 1 },
        { fact: 'a', op: 'in', value: ['x'] },
      ],
    },
    true,
  ],
  [
    {
      all: [
        { fact: 'gone', op: 'lt', value: 1 },
        { fact: 'a', op: 'in', value: ['x'] },
      ],
    },
    null,
  ],
  [null, true],
])('a condition is true, false or undecided: %j', (condition, truth) => {
  expect(holds(condition, { a: 'x', n: '5' })).toBe(truth);
});

describe('what is needed', () => {
  const needs = (draft: ReturnType<typeof newDraft>, sets = [buildRuleSet()]) =>
    readQuestions(sets[0]!.kind, sets, draft, []).needs.map(({ label }) => label);

  test('is listed in the order of the form', () => {
    const draft = newDraft('vehicle');
    expect(needs(draft)).toEqual(['Destination']);
    expect(needs({ ...draft, country: 'UA' })).toEqual(['Price', 'Powertrain', 'Produced']);
    const typed = { price: 'abc', powertrain: 'petrol', production_date: '2020' };
    expect(needs({ ...draft, country: 'UA', values: typed })).toEqual(['Price']);
  });

  test('for goods is listed by line', () => {
    const lines = [newLine({ description: 'Toys', hs_code: '9503', unit_price: '5' }), newLine()];
    const draft = { ...newDraft('goods'), country: 'DE', lines };
    expect(needs(draft, [goodsRules()])).toEqual([
      'Description of line 2',
      'Tariff code of line 2',
      'Price of line 2',
    ]);
  });
});
