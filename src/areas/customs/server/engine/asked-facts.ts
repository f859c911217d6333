// Which facts a rule set asks for: what says nothing about this vehicle or these goods is neither
// asked nor required.
import { factNamed } from '../../facts.ts';
import { test } from './conditions.ts';
import { openRun } from './evaluate.ts';
import type { Condition, FactUse, RuleSet } from './rule-set.ts';
import type { Facts } from './scope.ts';

/** The rule set's own condition and the dictionary's; null where the fact is always asked for. */
export function conditionOf({ facts }: RuleSet, { name, when }: FactUse): Condition | null {
  const known = factNamed(name)?.when;
  // A set that does not read the other fact can't wait for it.
  const isRead = known !== undefined && facts.some((fact) => fact.name === known.fact);
  const conditions = [...(when ? [when] : []), ...(isRead ? [known] : [])];
  return conditions.length > 1 ? { all: conditions } : (conditions[0] ?? null);
}

/** Null: it takes a fact that nobody stated to tell. */
export function isAsked(ruleSet: RuleSet, facts: Facts, use: FactUse): boolean | null {
  const run = openRun(ruleSet, { facts, date: '' }, () => null);
  const scope = { run, steps: new Map(), lines: [] };
  return test(scope, conditionOf(ruleSet, use) ?? undefined).holds;
}

/** Names of the facts without which a rule set of vehicles does not calculate for these facts. */
export const requiredFor = (ruleSet: RuleSet, facts: Facts): string[] =>
  ruleSet.facts
    .filter(({ required, default: value }) => required && value === undefined)
    .filter((use) => isAsked(ruleSet, facts, use) === true)
    .map(({ name }) => name);
