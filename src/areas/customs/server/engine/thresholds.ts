// Limits that stand in conditions. At each one a set must charge as it does on one of the two
// sides: what both sides leave out, so that a later step or none catches it, shows there alone.
import { Decimal } from '#lib/decimal.ts';
import { factNamed } from '../../facts.ts';
import { stepBeyond } from './boundaries.ts';
import { evaluate, type Input, type Outcome } from './evaluate.ts';
import { inputOf, ratesOf } from './examples.ts';
import type { Comparison, Condition, RuleSet, RuleTest, Step } from './rule-set.ts';

/** Compared is the fact, or else the step. */
export type Threshold = { fact?: string; step: string; limit: string; currency?: string };

const orders: readonly Comparison['op'][] = ['lt', 'le', 'gt', 'ge'];

function comparisonsIn(condition: Condition): Comparison[] {
  if ('all' in condition) return condition.all.flatMap(comparisonsIn);
  if ('any' in condition) return condition.any.flatMap(comparisonsIn);
  return 'not' in condition ? comparisonsIn(condition.not) : [condition];
}

/** Each limit once, however many steps name it. */
export function listThresholds({ steps }: RuleSet): Threshold[] {
  const thresholds = steps
    .flatMap(({ when }) => (when ? comparisonsIn(when) : []))
    .filter(({ op }) => orders.includes(op))
    .map(({ fact, ref = '', value, currency }) => ({
      ...(fact && { fact }),
      step: ref.replace(/^step:/, ''),
      limit: String(value),
      ...(currency && { currency }),
    }));
  return [...new Map(thresholds.map((one) => [JSON.stringify(one), one])).values()];
}

/** Problems in words, from each example brought to each limit. Empty: no limit is left out. */
export function checkThresholds(ruleSet: RuleSet): string[] {
  const marked = { ...ruleSet, steps: ruleSet.steps.map(markStep) };
  const problems = listThresholds(ruleSet).flatMap((threshold) => {
    const codes = ruleSet.tests.flatMap((example) => leftOutAt(marked, example, threshold));
    const { fact, step, limit, currency } = threshold;
    const where = [fact ?? step, limit, currency].filter(Boolean).join(' ');
    return codes.map((code) => `${code} is charged as on neither side at ${where}`);
  });
  return [...new Set(problems)];
}

/** Each step says which one it is, so that its line does. */
const markStep = (step: Step, at: number): Step =>
  'label' in step || step.op === 'exempt' ? { ...step, text: `step ${at}` } : step;

/** Codes that at the limit are charged by another step than below and than above. */
function leftOutAt(ruleSet: RuleSet, example: RuleTest, threshold: Threshold): string[] {
  const step = stepBeyond(threshold.limit);
  const [below, at, above] = [step.negated(), new Decimal(0), step].map((beside) => {
    const value = new Decimal(threshold.limit).plus(beside);
    return stepsTaken(runAt(ruleSet, example, threshold, value));
  }) as [StepsTaken, StepsTaken, StepsTaken];
  const codes = new Set([...below.keys(), ...at.keys(), ...above.keys()]);
  return [...codes].filter((code) => {
    const taken = at.get(code);
    return taken !== below.get(code) && taken !== above.get(code);
  });
}

/** By code: the step that charged it, and whether it could. */
type StepsTaken = Map<string, string>;

const stepsTaken = ({ lines }: Outcome): StepsTaken =>
  new Map(
    lines
      .filter(({ status }) => status !== 'notice')
      .map(({ code, status, text }) => [code, `${status} ${text}`]),
  );

/** The example, but with the compared at `value`. */
function runAt(
  ruleSet: RuleSet,
  example: RuleTest,
  { fact, step, currency }: Threshold,
  value: Decimal,
): Outcome {
  const input = inputOf(ruleSet, example);
  const findRate = ratesOf(example);
  const own = input.currency ?? ruleSet.currency;
  if (fact) return evaluate(ruleSet, stateFact(input, fact, value, currency ?? own), findRate);
  const rate = currency && currency !== own ? findRate(currency, own)?.rate : undefined;
  return evaluate(fixStep(ruleSet, step, value.times(rate ?? 1)), input, findRate);
}

function stateFact(input: Input, name: string, amount: Decimal, currency: string): Input {
  const value = factNamed(name)?.type === 'money' ? { amount, currency } : amount;
  const items = (input.items ?? []).map((item) => ({ ...item, [name]: value }));
  return { ...input, facts: { ...input.facts, [name]: value }, items };
}

const fixStep = (ruleSet: RuleSet, code: string, value: Decimal): RuleSet => ({
  ...ruleSet,
  steps: ruleSet.steps.map((step) =>
    step.code === code
      ? { code, op: 'base', add: [value.toFixed()], ...(step.per && { per: step.per }) }
      : step,
  ),
});
