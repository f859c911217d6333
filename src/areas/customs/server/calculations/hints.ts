// What would change the total, found by evaluating variants: a proof of origin, the quota, and the
// day on which the vehicle's age changes its duty.
import { formatUtcDate } from '#lib/format.ts';
import codeLists from '../../tariffs/code-lists.json' with { type: 'json' };
import type { CalculationInput } from '../../wire/calculation-inputs.ts';
import type { ResultWire } from '../../wire/calculation-results.ts';
import type { Evaluation } from '../engine/evaluate.ts';
import { groupDigits } from '../engine/group-digits.ts';
import type { RuleSet } from '../engine/rule-set.ts';
import { type AgeChange, findAgeChange } from './age-change.ts';
import { moneyText } from './serialize-result.ts';

type Hint = ResultWire['hints'][number];
/** `agesOn` is the day that ages are counted to; by default that of the calculation. */
type Evaluate = (input: CalculationInput, agesOn?: string) => Evaluation;

/** Savings only for complete totals: with unknown parts they cannot be compared. */
export function findHints(
  ruleSet: RuleSet,
  input: CalculationInput,
  evaluation: Evaluation,
  evaluate: Evaluate,
): Hint[] {
  const vehicleHints = listVehicleHints(input);
  if (evaluation.isMinimum) return vehicleHints;
  const asks = (name: string) => ruleSet.facts.some((fact) => fact.name === name);
  return [
    ...vehicleHints,
    ...(asks('origin_proof') && !input.origin_proof
      ? listOriginHints(input, evaluation, evaluate)
      : []),
    ...(asks('in_quota') && !input.in_quota ? listQuotaHints(input, evaluation, evaluate) : []),
    ...listAgeHints(ruleSet, input, evaluation, evaluate),
  ];
}

/** Goods that the other calculator knows. */
function listVehicleHints({ items }: CalculationInput): Hint[] {
  const codes = Array.isArray(items) ? items.map(({ hs_code: code }) => String(code)) : [];
  const isVehicle = (code: string) => codeLists.vehicles.some((one) => code.startsWith(one));
  if (!codes.some(isVehicle)) return [];
  const message =
    'For vehicles use the vehicle calculator: it asks for what their charges depend on.';
  return [{ code: 'use_vehicle_calculator', message, saves: null }];
}

const findSaving = (before: Evaluation, after: Evaluation): string | null =>
  !after.isMinimum && after.total.lt(before.total)
    ? moneyText(before.total.minus(after.total), before.currency)
    : null;

function listOriginHints(
  input: CalculationInput,
  evaluation: Evaluation,
  evaluate: Evaluate,
): Hint[] {
  const saves = findSaving(evaluation, evaluate({ ...input, origin_proof: true }));
  const message = 'With a proof of origin the duty is lower.';
  return saves ? [{ code: 'origin_proof', message, saves }] : [];
}

function listQuotaHints(
  input: CalculationInput,
  evaluation: Evaluation,
  evaluate: Evaluate,
): Hint[] {
  const saves = findSaving(evaluation, evaluate({ ...input, in_quota: true }));
  const message = 'Within the tariff quota the duty is lower.';
  return saves ? [{ code: 'in_quota', message, saves }] : [];
}

function listAgeHints(
  ruleSet: RuleSet,
  input: CalculationInput,
  evaluation: Evaluation,
  evaluate: Evaluate,
): Hint[] {
  const [produced, date] = [input.production_date, String(input.calculation_date)];
  const change = findAgeChange(ruleSet, { produced, date }, evaluation, (day) =>
    evaluate(input, day),
  );
  return change ? [createAgeHint(change, evaluation.currency)] : [];
}

function createAgeHint({ from, difference }: AgeChange, currency: string): Hint {
  const way = difference.isNegative() ? 'lower' : 'higher';
  const amount = moneyText(difference.abs(), currency);
  const message = `From ${formatUtcDate(from)} the total is ${groupDigits(amount)} ${currency} ${way} by the same rules and rates, because of the vehicle’s age.`;
  const saves = difference.isNegative() ? amount : null;
  return { code: 'age_cliff', message, saves };
}
