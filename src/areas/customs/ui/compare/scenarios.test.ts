import { expect, test } from 'vitest';
import { buildRuleSet, goodsRules } from '#test/fixtures/customs.ts';
import { type Draft, newDraft } from '../form/draft/draft.ts';
import {
  type Aspect,
  buildComparison,
  listAspects,
  listOptions,
  listSets,
  startValues,
} from './scenarios.ts';

const base: Draft = {
  ...newDraft('vehicle'),
  country: 'UA',
  values: { price: '10000', powertrain: 'petrol', origin_proof: 'false' },
};
const germany = buildRuleSet({ id: 'eu', jurisdiction: 'EU', countries: ['DE'] });
const company = buildRuleSet({ id: 'co', regime: 'legal_entity' });
const sets = [buildRuleSet(), germany, company];
const bodyOf = (draft: Draft) => ({
  destination_country: draft.country,
  ...(draft.regime && { regime: draft.regime }),
  ...draft.values,
});

const scenariosOf = (aspect: Aspect, values: readonly string[], from = base) =>
  buildComparison(sets, { aspect, values, base: from }, bodyOf).scenarios;

test('a scenario is its difference from the base, with a label', () => {
  expect(scenariosOf('country', ['UA', 'DE'])).toEqual([
    { label: 'Ukraine', changes: {} },
    { label: 'Germany', changes: { destination_country: 'DE' } },
  ]);
  expect(scenariosOf('powertrain', ['petrol', 'electric'])).toEqual([
    { label: 'Petrol', changes: {} },
    { label: 'Electric', changes: { powertrain: 'electric' } },
  ]);
  expect(scenariosOf('origin_proof', ['false', 'true'])[1]).toEqual({
    label: 'With proof of origin',
    changes: { origin_proof: 'true' },
  });
});

test('a fact that one scenario lacks is not in the base', () => {
  const values = ['legal_entity', ''];
  const compared = buildComparison(sets, { aspect: 'regime', values, base }, bodyOf);
  expect(compared.base).not.toHaveProperty('regime');
  expect(compared.scenarios.map(({ changes }) => changes)).toEqual([
    { regime: 'legal_entity' },
    {},
  ]);
});

test('there are five scenarios at most', () => {
  expect(scenariosOf('country', ['UA', 'DE', 'FR', 'PL', 'IT', 'ES'])).toHaveLength(5);
});

test('person or company is a choice if the rules distinguish them', () => {
  expect(listOptions('regime', sets, base).map(({ value }) => value)).toEqual(['', 'legal_entity']);
  expect(listOptions('regime', [germany], { ...base, country: 'DE' })).toHaveLength(1);
});

test('the questions come from the rules of all scenarios', () => {
  const ids = listSets(sets, { aspect: 'country', values: ['UA', 'DE', 'US'], base }).map(
    ({ id }) => id,
  );
  expect(ids).toEqual(['ua.vehicle', 'eu']);
});

test('the first values include the base’s own', () => {
  expect(startValues('country', listOptions('country', sets, base), base)).toEqual(['UA']);
  const powertrains = listOptions('powertrain', sets, base);
  expect(startValues('powertrain', powertrains, base)).toHaveLength(5);
  expect(startValues('powertrain', powertrains, base)[0]).toBe('petrol');
});

test('goods have no powertrain, and no proof of origin if the rules do not ask for it', () => {
  expect(listAspects('goods')).not.toContain('powertrain');
  const goods = { ...newDraft('goods'), country: 'DE' };
  expect(listOptions('origin_proof', [goodsRules()], goods)).toEqual([]);
});
