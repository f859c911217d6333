import { describe, expect, test } from 'vitest';
import { Decimal } from '#lib/decimal.ts';
import { evaluate, type Outcome } from './engine/evaluate.ts';
import { checkOverlaps, checkRuleSet } from './engine/publish-checks.ts';
import type { RuleSet, RuleTest } from './engine/rule-set.ts';
import type { FindRate } from './engine/scope.ts';
import { readConsignment } from './read-facts.ts';
import { readRuleFiles } from './rule-files.ts';

const ruleSets = readRuleFiles();
const named = ruleSets.map((ruleSet) => [`${ruleSet.id}@${ruleSet.version}`, ruleSet] as const);

test.each(named)('%s may be published', (_, ruleSet) => {
  expect(checkRuleSet(ruleSet)).toEqual([]);
});

test('no two sets hold for the same import on the same day', () => {
  expect(checkOverlaps(ruleSets)).toEqual([]);
});

describe.each(named)('%s', (_, ruleSet) => {
  test('has examples', () => {
    expect(ruleSet.tests.length).toBeGreaterThan(0);
  });

  test.each(ruleSet.tests.map((example) => [example.id, example] as const))(
    '%s',
    (_id, example) => {
      const outcome = runExample(ruleSet, example);
      expect(linesOf(outcome, Object.keys(example.lines))).toEqual(example.lines);
      expect(outcome.total.toFixed(2)).toBe(new Decimal(example.total).toFixed(2));
      expect(outcome.isMinimum).toBe(example.total_is_minimum ?? false);
    },
  );
});

/** `rates` of an example: `{"EUR/RUB": "95"}`. */
function ratesOf({ rates = {}, date }: RuleTest): FindRate {
  return (from, to) => {
    const straight = rates[`${from}/${to}`];
    const inverse = rates[`${to}/${from}`];
    const rate = straight ? new Decimal(straight) : inverse && new Decimal(1).div(inverse);
    return rate ? { from, to, rate, date, source: 'the example' } : null;
  };
}

function runExample(ruleSet: RuleSet, example: RuleTest): Outcome {
  const { facts, items } = readConsignment(example.facts);
  const currency = ruleSet.currencies?.[String(example.facts.destination_country)];
  const input = { facts, items, date: example.date, ...(currency && { currency }) };
  return evaluate(ruleSet, input, ratesOf(example));
}

/** A line that the set has no cause to charge is not there; the example writes 0.00 for it. */
const linesOf = ({ lines }: Outcome, codes: readonly string[]) =>
  Object.fromEntries(
    codes.map((code) => {
      const line = lines.find((one) => one.code === code);
      return [code, line ? (line.amount?.toFixed(2) ?? null) : '0.00'];
    }),
  );
