// A missing fact must never raise the total: runs each example again without each of its facts.
import { factNamed } from '../../../wire/facts/facts.constants.ts';
import type { RuleSet, RuleTest } from '../rules/rule-set.ts';
import { type ImportFacts, runExample } from './examples.ts';

/**
 * Facts whose absence has a meaning of its own: a default, an assumed incoterm, a cost that is not
 * deducted, a rate that the user does not set.
 */
export function hasMeaningWhenAbsent({ facts, steps }: RuleSet, name: string): boolean {
  const isOverride = steps.some((step) => 'override' in step && step.override === name);
  const hasDefault = facts.some((fact) => fact.name === name && fact.default !== undefined);
  const deducts = steps.some((step) => step.op === 'derive' && step.from === 'fob');
  const isDeducted = deducts && ['freight', 'insurance'].includes(name);
  // A price to the door includes the transport beyond the border.
  const isAlwaysDeducted = ['incoterm', 'onward_transport'].includes(name);
  return isOverride || hasDefault || isDeducted || isAlwaysDeducted;
}

const without = (input: ImportFacts, name: string): ImportFacts =>
  Object.fromEntries(Object.entries(input).filter(([key]) => key !== name));

function omitEachFact(
  ruleSet: RuleSet,
  { facts }: RuleTest,
): { name: string; input: ImportFacts }[] {
  const items = (facts.items ?? []) as ImportFacts[];
  const mayGo = (name: string) =>
    factNamed(name) !== undefined &&
    !['destination_country', 'price', 'value', 'quantity'].includes(name) &&
    !hasMeaningWhenAbsent(ruleSet, name);
  const wholeVariants = Object.keys(facts)
    .filter(mayGo)
    .map((name) => ({ name, input: without(facts, name) }));
  const names = new Set(items.flatMap((item) => Object.keys(item)).filter(mayGo));
  const itemVariants = [...names].map((name) => ({
    name,
    input: { ...facts, items: items.map((item) => without(item, name)) },
  }));
  return [...wholeVariants, ...itemVariants];
}

/** Problems: totals that rise without a fact. */
export function checkMissingFacts(ruleSet: RuleSet): string[] {
  return ruleSet.tests.flatMap((example) => {
    const whole = runExample(ruleSet, example);
    return omitEachFact(ruleSet, example).flatMap(({ name, input }) => {
      const part = runExample(ruleSet, example, input);
      return part.total.gt(whole.total)
        ? [`${example.id}: without ${name} the total rises to ${part.total.toFixed(2)}`]
        : [];
    });
  });
}
