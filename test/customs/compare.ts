// Where the product and the second implementation may not differ.
import { type Evaluation, evaluate } from '#areas/customs/server/engine/evaluate.ts';
import type { RuleSet } from '#areas/customs/server/engine/rules/rule-set.ts';
import { type Lines, sumLines } from './second/assessment.ts';
import { createRateFinder, type Import, readImport, ruleSetOn, type Trial } from './trials.ts';

export type Comparison = {
  /** What is wrong; null if nothing. */
  difference: string | null;
  isComplete: boolean;
  isKnown: boolean;
};

export function compare(trial: Trial, ruleSets: readonly RuleSet[], one: Import): Comparison {
  const ruleSet = ruleSetOn(ruleSets, trial.id, one.date);
  const result = evaluate(ruleSet, readImport(trial, one), createRateFinder(one.worth));
  const second = trial.assess(one);
  const difference = [
    ...differencesOfTotals(result, second),
    ...differencesOfLines(result, second),
  ];
  return {
    difference: difference.length > 0 ? difference.join('; ') : null,
    isComplete: !result.isMinimum,
    isKnown: sumLines(second, aside) !== null,
  };
}

/** Shown beside the total. */
const aside = ['PENSION'];

/** A complete total is the same to the cent; a minimum is not above it. */
function differencesOfTotals({ total, isMinimum }: Evaluation, second: Lines): string[] {
  const expected = sumLines(second, aside);
  if (expected === null) {
    const unknown = Object.keys(second).filter((code) => second[code] === 'unknown');
    return isMinimum ? [] : [`complete, but ${unknown.join(' and ')} cannot be known`];
  }
  if (!isMinimum && !total.eq(expected)) return [`total ${total}, not ${expected}`];
  return isMinimum && total.gt(expected) ? [`at least ${total}, but it is ${expected}`] : [];
}

/** A line that both know exactly is the same. */
function differencesOfLines({ lines }: Evaluation, second: Lines): string[] {
  return lines.flatMap(({ code, amount, isMinimum, status }) => {
    const expected = second[code];
    if (!amount || isMinimum || status === 'unknown') return [];
    if (expected === undefined || expected === 'unknown' || amount.eq(expected)) return [];
    return [`${code} ${amount}, not ${expected}`];
  });
}
