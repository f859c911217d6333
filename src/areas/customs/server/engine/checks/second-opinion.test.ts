// Compares the rule sets with a second implementation of the same law (`test/customs/second`),
// written from the sources and not from the rules. `CUSTOMS_CASES=10000` compares so many random
// imports for each rule set instead of a sample.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from '#test/customs/compare.ts';
import { trials } from '#test/customs/trials.ts';
import { scaledMs } from '#test/time-limits.ts';
import { readRuleFiles } from '../../rule-sets/rule-files.ts';

const ruleSets = readRuleFiles();
const cases = Number(process.env.CUSTOMS_CASES ?? 400);
const timeLimit = scaledMs(10_000 + cases * 20);

describe.each(trials.map((trial) => [trial.id, trial] as const))('%s', (_, trial) => {
  test(
    'charges what a second implementation charges',
    () => {
      let [complete, known] = [0, 0];
      fc.assert(
        fc.property(trial.imports, (one) => {
          const { difference, isComplete, isKnown } = compare(trial, ruleSets, one);
          if (isComplete) complete++;
          if (isKnown) known++;
          expect(difference).toBeNull();
        }),
        { numRuns: cases },
      );
      // Otherwise nothing was compared.
      expect(Math.min(complete, known)).toBeGreaterThan(0);
    },
    timeLimit,
  );
});
