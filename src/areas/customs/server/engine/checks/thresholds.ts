// Limits in conditions. At the limit itself a set must charge as it does just below or just above:
// a gap, where neither side includes the limit, shows only there.
import { Decimal } from '#lib/decimal.ts';
import { factNamed } from '../../../wire/facts/facts.constants.ts';
import { type Evaluation, type EvaluationInput, evaluate } from '../evaluate.ts';
import { listSteps } from '../rules/coverage.ts';
import type { Comparison, Condition } from '../rules/rule-expressions.ts';
import type { RuleSet, RuleTest, Step } from '../rules/rule-set.ts';
import { stepBeyond } from './boundaries.ts';
import { toInput, toRates } from './examples.ts';

/** Limits the fact, or else the step. */
export type Threshold = { fact?: string; step: string; limit: string; currency?: string };

const orders: readonly Comparison['op'][] = ['lt', 'le', 'gt', 'ge'];

function comparisonsIn(condition: Condition): Comparison[] {
  if ('all' in condition) return condition.all.flatMap(comparisonsIn);
  if ('any' in condition) return condition.any.flatMap(comparisonsIn);
  return 'not' in condition ? comparisonsIn(condition.not) : [condition];
}

/** Each limit once, however many steps name it. */
export function listThresholds(ruleSet: RuleSet): Threshold[] {
  const thresholds = listSteps(ruleSet)
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

/** Problems, from each example evaluated at each limit. Empty if no limit is uncovered. */
export function checkThresholds(ruleSet: RuleSet): string[] {
  const marked = { ...ruleSet, steps: ruleSet.steps.map(markStep) };
  const problems = listThresholds(ruleSet).flatMap((threshold) => {
    const codes = ruleSet.tests.flatMap((example) =>
      listUncoveredCodes(marked, example, threshold),
    );
    const { fact, step, limit, currency } = threshold;
    const where = [fact ?? step, limit, currency].filter(Boolean).join(' ');
    return codes.map((code) => `${code} is charged as on neither side at ${where}`);
  });
  return [...new Set(problems)];
}

/** Puts the index of each step into the text of its line. */
const markStep = (step: Step, at: number): Step =>
  'label' in step || step.op === 'exempt' ? { ...step, text: `step ${at}` } : step;

/** Codes charged at the limit by a step that applies neither below nor above it. */
function listUncoveredCodes(ruleSet: RuleSet, example: RuleTest, threshold: Threshold): string[] {
  const step = stepBeyond(threshold.limit);
  const [below, at, above] = [step.negated(), new Decimal(0), step].map((beside) => {
    const value = new Decimal(threshold.limit).plus(beside);
    return listOutcomes(runAt(ruleSet, example, threshold, value));
  }) as [Outcomes, Outcomes, Outcomes];
  const codes = new Set([...below.keys(), ...at.keys(), ...above.keys()]);
  return [...codes].filter((code) => {
    const existing = at.get(code);
    return existing !== below.get(code) && existing !== above.get(code);
  });
}

/** By code: the step that charged it, and its status. */
type Outcomes = Map<string, string>;

const listOutcomes = ({ lines }: Evaluation): Outcomes =>
  new Map(
    lines
      .filter(({ status }) => status !== 'notice')
      .map(({ code, status, text }) => [code, `${status} ${text}`]),
  );

/** The example with the fact or step at `value`. */
function runAt(
  ruleSet: RuleSet,
  example: RuleTest,
  { fact, step, currency }: Threshold,
  value: Decimal,
): Evaluation {
  const input = toInput(ruleSet, example);
  const findRate = toRates(example);
  const own = input.currency ?? ruleSet.currency;
  if (fact) return evaluate(ruleSet, stateFact(input, fact, value, currency ?? own), findRate);
  const rate = currency && currency !== own ? findRate(currency, own)?.rate : undefined;
  return evaluate(fixStep(ruleSet, step, value.times(rate ?? 1)), input, findRate);
}

function stateFact(
  input: EvaluationInput,
  name: string,
  amount: Decimal,
  currency: string,
): EvaluationInput {
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
