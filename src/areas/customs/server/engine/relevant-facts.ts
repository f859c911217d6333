// Which facts a rule set asks for: a fact that is not relevant to this import is neither asked for
// nor required.
import { factNamed } from '../../wire/facts/facts.constants.ts';
import { test } from './conditions.ts';
import { createRun } from './evaluate.ts';
import type { Condition } from './rules/rule-expressions.ts';
import type { FactUse, RuleSet } from './rules/rule-set.ts';
import type { Facts } from './scope.ts';

/** The conditions of the rule set and of the dictionary; null if the fact is always asked for. */
export function readCondition({ facts }: RuleSet, { name, when }: FactUse): Condition | null {
  const known = factNamed(name)?.when;
  // A set that does not read the other fact cannot depend on it.
  const isRead = known !== undefined && facts.some((fact) => fact.name === known.fact);
  const conditions = [...(when ? [when] : []), ...(isRead ? [known] : [])];
  return conditions.length > 1 ? { all: conditions } : (conditions[0] ?? null);
}

/** Null if it depends on a fact that is not stated. */
export function isRelevant(ruleSet: RuleSet, facts: Facts, use: FactUse): boolean | null {
  const run = createRun(ruleSet, { facts, date: '' }, () => null);
  const scope = { run, steps: new Map(), lines: [] };
  return test(scope, readCondition(ruleSet, use) ?? undefined).holds;
}

/** The names of the facts that a vehicle rule set requires, given these facts. */
export const listRequiredFacts = (ruleSet: RuleSet, facts: Facts): string[] =>
  ruleSet.facts
    .filter(({ required, default: value }) => required && value === undefined)
    .filter((use) => isRelevant(ruleSet, facts, use) === true)
    .map(({ name }) => name);
