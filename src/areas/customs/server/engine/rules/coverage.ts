// The steps of a rule set with what its coverage adds: a charge is unknown where it is due and the
// set does not know it.
import { type CoveredCharge, isCharge } from './coverage-schema.ts';
import type { Condition, Expression } from './rule-expressions.ts';
import type { OutputStep, RuleSet, Step } from './rule-set.ts';

const withCoverage = new WeakMap<RuleSet, readonly Step[]>();

/** The steps to evaluate, in order. A dangling charge is left out: publishing refuses the set. */
export function listSteps(ruleSet: RuleSet): readonly Step[] {
  const known = withCoverage.get(ruleSet);
  if (known) return known;
  const charges = ruleSet.coverage.filter(isCharge);
  // From the last to the first, so that they are tested in the order of the coverage.
  const steps = charges.reduceRight<readonly Step[]>(insertUnknown, ruleSet.steps);
  withCoverage.set(ruleSet, steps);
  return steps;
}

const isOutput = (step: Step, code: string): step is OutputStep =>
  step.code === code && 'label' in step;

/** Before the first step that charges the same, or before the step that the charge names. */
function insertUnknown(steps: readonly Step[], charge: CoveredCharge): readonly Step[] {
  const charging = steps.find((step) => isOutput(step, charge.charge)) as OutputStep | undefined;
  const at = charging
    ? steps.indexOf(charging)
    : steps.findIndex(({ code }) => code === charge.before);
  const label = charge.label ?? charging?.label;
  if (at < 0 || label === undefined) return steps;
  return steps.toSpliced(at, 0, { ...toUnknownStep(charge, charging), label });
}

function toUnknownStep(
  { charge, text, source, due, known, per, category, valid_from, valid_to, ...own }: CoveredCharge,
  charging: OutputStep | undefined,
): Omit<Extract<Step, { op: 'unknown' }>, 'label'> {
  const when = combineConditions([...(due ? [due] : []), ...(known ? [{ not: known }] : [])]);
  const override = own.override ?? charging?.override;
  const base = own.base ?? findBase(charging);
  const scope = per ?? charging?.per;
  return {
    op: 'unknown',
    code: charge,
    category: category ?? charging?.category ?? 'other',
    text,
    source,
    ...(when && { when }),
    ...(scope && { per: scope }),
    ...(override && { override }),
    ...(base && { base }),
    ...(valid_from && { valid_from }),
    ...(valid_to && { valid_to }),
  };
}

const findBase = (step: OutputStep | undefined): Expression | undefined =>
  step && 'base' in step ? step.base : undefined;

const combineConditions = (conditions: Condition[]): Condition | undefined =>
  conditions.length > 1 ? { all: conditions } : conditions[0];
