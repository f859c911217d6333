import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryImport, constantRate } from '#test/factories/customs-imports.ts';
import { readRuleFiles } from '../rule-sets/rule-files.ts';
import { evaluate } from './evaluate.ts';
import { readConsignment } from './read-facts.ts';
import { isRelevant, listRequiredFacts } from './relevant-facts.ts';
import type { FactValue } from './scope.ts';

const ruleSets = readRuleFiles();
const vehicles = ruleSets.filter(({ kind }) => kind === 'vehicle');
const named = vehicles.map((ruleSet) => [`${ruleSet.id}@${ruleSet.version}`, ruleSet] as const);

test.each(named)('%s depends on no fact that it does not ask for', (_, ruleSet) => {
  fc.assert(
    fc.property(arbitraryImport(ruleSet), (input) => {
      const { facts, items } = readConsignment(input);
      const { missing } = evaluate(ruleSet, { facts, items, date: '2026-11-20' }, constantRate);
      const waited = ruleSet.facts.filter(({ name }) => missing.includes(name));
      const hidden = waited.filter((use) => isRelevant(ruleSet, facts, use) === false);
      expect(hidden.map(({ name }) => name)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('engine capacity is required only for a car with an engine', () => {
  const georgia = ruleSets.find(({ id }) => id === 'ge.vehicle')!;
  const needed = (facts: Record<string, FactValue>) => listRequiredFacts(georgia, facts);
  expect(needed({ powertrain: 'petrol' })).toContain('engine_capacity_cc');
  expect(needed({ powertrain: 'electric' })).not.toContain('engine_capacity_cc');
  expect(needed({})).toContain('powertrain');
});
