import { describe, expect, test } from 'vitest';
import { factNamed } from '../facts.ts';
import { listBoundaries } from './engine/boundaries.ts';
import { differencesOf, runExample } from './engine/examples.ts';
import { prove } from './prove.ts';
import { readRuleFiles } from './rule-files.ts';

const ruleSets = readRuleFiles();
const named = ruleSets.map((ruleSet) => [`${ruleSet.id}@${ruleSet.version}`, ruleSet] as const);

test.each(named)('%s may be published: its own checks, edges and examples', (_, ruleSet) => {
  expect(prove(ruleSet, ruleSets).problems).toEqual([]);
});

test('the edges of hundreds of brackets are tried', () => {
  expect(ruleSets.flatMap(listBoundaries).length).toBeGreaterThan(300);
});

describe.each(named)('%s', (_, ruleSet) => {
  test.each(ruleSet.tests.map((example) => [example.id, example] as const))(
    '%s to the cent',
    (_id, example) => {
      expect(differencesOf(runExample(ruleSet, example), example)).toEqual([]);
    },
  );

  test.each(ruleSet.tests.map((example) => [example.id, example] as const))(
    '%s states facts of the dictionary',
    (_id, { facts }) => {
      const { items = [], currency: _, ...rest } = facts as Record<string, unknown>;
      const ofItems = (items as Record<string, unknown>[]).flatMap(Object.keys);
      const names = [...Object.keys(rest), ...ofItems].filter((name) => name !== 'unit_price');
      expect(names.filter((name) => !factNamed(name))).toEqual([]);
    },
  );
});
