import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '#lib/decimal.ts';
import {
  arbitraryImport,
  constantRate,
  type ImportFacts,
} from '#test/factories/customs-imports.ts';
import { readRuleFiles } from '../../rule-sets/rule-files.ts';
import { type Evaluation, evaluate } from '../evaluate.ts';
import { readConsignment } from '../read-facts.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { hasMeaningWhenAbsent } from './missing-fact-check.ts';

const ruleSets = readRuleFiles();
const named = ruleSets.map((ruleSet) => [`${ruleSet.id}@${ruleSet.version}`, ruleSet] as const);
const runs = { numRuns: 40 };
const date = '2026-11-20';

function run(ruleSet: RuleSet, input: ImportFacts): Evaluation {
  const { facts, items } = readConsignment(input);
  return evaluate(ruleSet, { facts, items, date }, constantRate);
}
const written = (outcome: Evaluation) => JSON.stringify(outcome);
const without = (input: ImportFacts, name: string): ImportFacts =>
  Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));

describe.each(named)('%s, for any import', (_, ruleSet) => {
  test('never charges a negative amount, and the total is the sum of its lines', () => {
    fc.assert(
      fc.property(arbitraryImport(ruleSet), (input) => {
        const { lines, items, total } = run(ruleSet, input);
        const counted = lines.filter(({ amount, isOptional }) => amount && !isOptional);
        const amounts = [...lines, ...items.flat()].flatMap(({ amount }) => amount ?? []);
        expect(amounts.filter((amount) => amount.isNegative())).toEqual([]);
        const sum = counted.reduce((all, { amount }) => all.plus(amount!), new Decimal(0));
        expect(sum.toFixed()).toBe(total.toFixed());
      }),
      runs,
    );
  });

  test('a line without an amount is unknown, and then the total is a minimum', () => {
    fc.assert(
      fc.property(arbitraryImport(ruleSet), (input) => {
        const { lines, isMinimum } = run(ruleSet, input);
        const open = lines.filter(
          ({ status, isMinimum: atLeast, isOptional }) =>
            !isOptional && (status === 'unknown' || atLeast),
        );
        expect(isMinimum).toBe(open.length > 0);
        expect(lines.filter((one) => one.status === 'unknown' && one.amount !== null)).toEqual([]);
      }),
      runs,
    );
  });

  test('gives the same result, byte for byte', () => {
    fc.assert(
      fc.property(arbitraryImport(ruleSet), (input) => {
        expect(written(run(ruleSet, input))).toBe(written(run(ruleSet, { ...input })));
      }),
      runs,
    );
  });

  test('a missing fact never raises the total: a minimum stays below the true total', () => {
    fc.assert(
      fc.property(arbitraryImport(ruleSet, { isComplete: true }), (input) => {
        const whole = run(ruleSet, input);
        for (const name of Object.keys(input).filter((one) => mayGo(ruleSet, one))) {
          const part = run(ruleSet, without(input, name));
          expect(part.total.lte(whole.total), `without ${name}`).toBe(true);
          // What is complete without the fact did not depend on it.
          if (!part.isMinimum && !costs.includes(name))
            expect(part.total.toFixed(), `without ${name}`).toBe(whole.total.toFixed());
        }
      }),
      runs,
    );
  });
});

/** A cost that is not stated is one that was not paid. */
const costs = ['insurance', 'onward_transport', 'freight'];
const mayGo = (ruleSet: RuleSet, name: string) =>
  !['price', 'items', 'currency', 'destination_country'].includes(name) &&
  !hasMeaningWhenAbsent(ruleSet, name);

/** Russia charges less above a value than below it: 54 % up to 8,500 EUR, 48 % beyond. */
const fallsWithPrice = ['ru.vehicle.individual'];
const rising = named.filter(
  ([, { kind, id }]) => kind === 'vehicle' && !fallsWithPrice.includes(id),
);

test.each(rising)('%s never charges less for a more expensive vehicle', (_, ruleSet) => {
  fc.assert(
    fc.property(
      arbitraryImport(ruleSet, { isComplete: true }),
      fc.integer({ min: 1, max: 90_000 }),
      (input, more) => {
        const price = input.price as { amount: string; currency: string };
        const dearer = { ...price, amount: new Decimal(price.amount).plus(more).toFixed() };
        const before = run(ruleSet, input);
        const after = run(ruleSet, { ...input, price: dearer });
        expect(after.total.gte(before.total)).toBe(true);
      },
    ),
    runs,
  );
});
