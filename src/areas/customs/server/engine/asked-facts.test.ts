import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyImport, anyRate } from '#test/imports-of-goods.ts';
import { readConsignment } from '../read-facts.ts';
import { readRuleFiles } from '../rule-files.ts';
import { isAsked, requiredFor } from './asked-facts.ts';
import { evaluate } from './evaluate.ts';
import type { FactValue } from './scope.ts';

const ruleSets = readRuleFiles();
const vehicles = ruleSets.filter(({ kind }) => kind === 'vehicle');
const named = vehicles.map((ruleSet) => [`${ruleSet.id}@${ruleSet.version}`, ruleSet] as const);

test.each(named)('%s waits for no fact that it does not ask for', (_, ruleSet) => {
  fc.assert(
    fc.property(anyImport(ruleSet), (stated) => {
      const { facts, items } = readConsignment(stated);
      const { missing } = evaluate(ruleSet, { facts, items, date: '2026-11-20' }, anyRate);
      const waited = ruleSet.facts.filter(({ name }) => missing.includes(name));
      const hidden = waited.filter((use) => isAsked(ruleSet, facts, use) === false);
      expect(hidden.map(({ name }) => name)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('an engine is required of a car that has one', () => {
  const georgia = ruleSets.find(({ id }) => id === 'ge.vehicle')!;
  const needed = (facts: Record<string, FactValue>) => requiredFor(georgia, facts);
  expect(needed({ powertrain: 'petrol' })).toContain('engine_capacity_cc');
  expect(needed({ powertrain: 'electric' })).not.toContain('engine_capacity_cc');
  expect(needed({})).toContain('powertrain');
});
