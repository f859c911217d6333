// Applies a rule set to facts: steps in order, each seeing only those before it. Of several steps
// with the same code, the first whose condition is met applies. Amounts are rounded line by line as
// the rule set says, and totals are sums of rounded lines.
import type { Decimal } from '#lib/decimal.ts';
import { test } from './conditions.ts';
import { derive, sumCosts } from './derive.ts';
import { evaluate as evaluateExpression } from './expressions.ts';
import {
  chargedLine,
  exemptLine,
  type Line,
  mergeLines,
  noticeLine,
  round,
  unknownLine,
} from './lines.ts';
import { charge } from './operations.ts';
import * as quantity from './quantity.ts';
import { listSteps } from './rules/coverage.ts';
import type { OutputStep, RuleSet, Step } from './rules/rule-set.ts';
import type { Facts, FindRate, Run, Scope, UsedRate, Warning } from './scope.ts';

export type EvaluationInput = {
  facts: Facts;
  /** The lines of goods, each with `value` as money, `quantity` and `hs_code`. */
  items?: readonly Facts[];
  /** The day of the import, as `YYYY-MM-DD`. */
  date: string;
  /** The day that ages are counted to; by default `date`, whose rules apply in any case. */
  agesOn?: string;
  /** The currency of the result; by default that of the rule set. */
  currency?: string;
  /** Leaves the formulas empty, which are up to a quarter of the work. */
  totalOnly?: boolean;
};

export type Evaluation = {
  currency: string;
  /** The set's step `CV`, unrounded; null if wholly unknown. */
  customsValue: Decimal | null;
  /** The price and all stated costs of transport; null if wholly unknown. */
  cost: Decimal | null;
  lines: readonly Line[];
  /** For goods: the result lines of each item, in their order. */
  items: readonly (readonly Line[])[];
  total: Decimal;
  isMinimum: boolean;
  usedRates: readonly UsedRate[];
  warnings: readonly Warning[];
  missing: readonly string[];
};

type Exemption = { text: string; source: string; missing: readonly string[] | null };
type StepState = { lines: Line[]; exemptions: Map<string, Exemption>; done: Set<string> };

/**
 * Pure: the same rule set, input and rates give the same result, digit for digit. Throws RangeError
 * only for a rule set with dangling references, which cannot be published.
 */
export function evaluate(ruleSet: RuleSet, input: EvaluationInput, findRate: FindRate): Evaluation {
  return conclude(runSteps(ruleSet, input, findRate));
}

/** The scopes of the consignment and of its lines after all steps. */
export type StepResults = { run: Run; root: Scope; working: ReadonlyMap<Scope, StepState> };

export function runSteps(
  ruleSet: RuleSet,
  input: EvaluationInput,
  findRate: FindRate,
): StepResults {
  const run = createRun(ruleSet, input, findRate);
  const lines: Scope[] = [];
  const root: Scope = { run, steps: new Map(), lines };
  for (const item of run.items) {
    lines.push({ run, steps: new Map(), item, parent: root, lines: [] });
  }
  const working = new Map([root, ...lines].map((scope) => [scope, createStepState()]));
  for (const step of listSteps(ruleSet)) {
    if (!isInForce(step, input.date)) continue;
    const scopes = step.per === 'line' ? lines : [root];
    for (const scope of scopes) runStep(scope, step, working);
  }
  return { run, root, working };
}

const isInForce = ({ valid_from: from, valid_to: to }: Step, date: string): boolean =>
  (from === undefined || from <= date) && (to === undefined || date <= to);

export const createRun = (ruleSet: RuleSet, input: EvaluationInput, findRate: FindRate): Run => ({
  ruleSet,
  currency: input.currency ?? ruleSet.currency,
  facts: input.facts,
  items: input.items ?? [],
  agesOn: input.agesOn ?? input.date,
  totalOnly: input.totalOnly ?? false,
  findRate,
  usedRates: new Map(),
  warnings: new Map(),
});

const createStepState = (): StepState => ({ lines: [], exemptions: new Map(), done: new Set() });

function runStep(scope: Scope, step: Step, working: ReadonlyMap<Scope, StepState>): void {
  const own = working.get(scope)!;
  if (own.done.has(step.code)) return;
  const { holds, missing } = test(scope, step.when);
  if (holds === false) return;
  if (step.op === 'exempt') {
    addExemptions(own.exemptions, step, holds ? null : missing);
    return;
  }
  own.done.add(step.code);
  switch (step.op) {
    case 'notice':
      own.lines.push(noticeLine(step));
      return;
    case 'derive':
      scope.steps.set(step.code, holds ? derive(scope, step.from) : quantity.unknown(missing));
      return;
    case 'base':
    case 'sum':
      scope.steps.set(step.code, holds ? sumUp(scope, step) : quantity.unknown(missing));
      return;
    default: {
      const exemption = findExemption(scope, step.code, working);
      const [amount, line] = chargeStep(scope, step, holds ? null : missing, exemption);
      if (!step.optional) scope.steps.set(step.code, amount);
      own.lines.push(line);
    }
  }
}

/** An exemption that applies is not weakened by another that may apply. */
function addExemptions(
  exemptions: Map<string, Exemption>,
  { codes, text, source }: Extract<Step, { op: 'exempt' }>,
  missing: readonly string[] | null,
): void {
  const open = codes.filter((code) => exemptions.get(code)?.missing !== null);
  for (const code of open) exemptions.set(code, { text, source, missing });
}

function sumUp(scope: Scope, step: Extract<Step, { op: 'base' | 'sum' }>): quantity.Quantity {
  const added = quantity.add(step.add.map((part) => evaluateExpression(scope, part)));
  if (!step.sub) return added;
  const done = quantity.add(step.sub.map((part) => evaluateExpression(scope, part)));
  return quantity.subtract(added, done);
}

function findExemption(
  scope: Scope,
  code: string,
  working: ReadonlyMap<Scope, StepState>,
): Exemption | undefined {
  const own = working.get(scope)?.exemptions.get(code);
  const inherited = scope.parent && working.get(scope.parent)?.exemptions.get(code);
  return inherited?.missing === null ? inherited : (own ?? inherited);
}

/** `undecided` are the missing facts on which it depends whether the step applies. */
function chargeStep(
  scope: Scope,
  step: OutputStep,
  undecided: readonly string[] | null,
  exemption: Exemption | undefined,
): [quantity.Quantity, Line] {
  if (exemption?.missing === null)
    return [quantity.zero, exemptLine(step, exemption.text, exemption.source)];
  const missing = undecided ?? exemption?.missing ?? null;
  if (missing) return [quantity.unknown(missing), unknownLine(step, missing)];
  const charged = charge(scope, step);
  const rounded = round(charged.amount.floor, step.round ?? scope.run.ruleSet.rounding);
  const amount = charged.amount.isExact
    ? quantity.exact(rounded)
    : quantity.atLeast(rounded, charged.amount.missing);
  const formula = scope.run.totalOnly ? '' : charged.formula();
  return [amount, chargedLine(step, charged, amount, formula)];
}

export function conclude({ run, root, working }: StepResults): Evaluation {
  const items = root.lines.map((scope) => working.get(scope)!.lines);
  const lines = inStepOrder(run.ruleSet, [...working.get(root)!.lines, ...items.flat()]);
  const counted = lines.filter(({ isOptional, status }) => !isOptional && status !== 'notice');
  const total = counted.reduce(
    (sum, { amount }) => (amount ? sum.plus(amount) : sum),
    quantity.zero.floor,
  );
  const value = root.steps.get('CV') ?? quantity.add(root.lines.map(readLineValue));
  const customsValue = value as quantity.Quantity;
  return {
    currency: run.currency,
    customsValue: quantity.isWhollyUnknown(customsValue) ? null : customsValue.floor,
    cost: readCost(root),
    lines,
    items,
    total,
    isMinimum: counted.some(({ status, isMinimum }) => status === 'unknown' || isMinimum),
    usedRates: [...run.usedRates.values()],
    warnings: [...run.warnings.values()],
    missing: [...new Set(counted.flatMap(({ missing }) => missing))].sort(),
  };
}

function readCost(root: Scope): Decimal | null {
  const cost = sumCosts(root);
  return quantity.isWhollyUnknown(cost) ? null : cost.floor;
}

const readLineValue = (scope: Scope): quantity.Quantity =>
  (scope.steps.get('CV') as quantity.Quantity | undefined) ?? quantity.unknown();

/** Each code once, in the order of the rule set's steps. */
function inStepOrder(ruleSet: RuleSet, lines: readonly Line[]): Line[] {
  const byCode = Map.groupBy(lines, ({ code }) => code);
  return listSteps(ruleSet).flatMap(({ code }) => {
    const same = byCode.get(code);
    byCode.delete(code);
    return same ? [mergeLines(same)] : [];
  });
}
