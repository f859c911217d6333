import { describe, expect, test } from 'vitest';
import { factNamed } from '../../wire/facts/facts.constants.ts';
import { listBoundaries } from '../engine/checks/boundaries.ts';
import { listDifferences, runExample } from '../engine/checks/examples.ts';
import { readRuleFiles } from './rule-files.ts';
import { validateForPublishing } from './validate-for-publishing.ts';

const ruleSets = readRuleFiles();
const named = ruleSets.map((ruleSet) => [`${ruleSet.id}@${ruleSet.version}`, ruleSet] as const);

test.each(named)('%s passes all checks for publishing', async (_, ruleSet) => {
  expect((await validateForPublishing(ruleSet, ruleSets)).problems).toEqual([]);
});

test('hundreds of brackets are tested at their edges', () => {
  expect(ruleSets.flatMap(listBoundaries).length).toBeGreaterThan(300);
});

describe.each(named)('%s', (_, ruleSet) => {
  test.each(ruleSet.tests.map((example) => [example.id, example] as const))(
    '%s to the cent',
    (_id, example) => {
      expect(listDifferences(runExample(ruleSet, example), example)).toEqual([]);
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
