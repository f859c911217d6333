// What would change the total, found by evaluating variants: a proof of origin, the quota, and the
// month in which the vehicle's age changes its duty.
import type { Decimal } from '#lib/decimal.ts';
import codeLists from '../../tariffs/code-lists.json' with { type: 'json' };
import type { CalculationInput } from '../../wire/calculation-inputs.ts';
import type { ResultWire } from '../../wire/calculation-results.ts';
import type { Evaluation } from '../engine/evaluate.ts';
import { groupDigits } from '../engine/group-digits.ts';
import type { RuleSet } from '../engine/rule-set.ts';
import { moneyText } from './serialize-result.ts';

type Hint = ResultWire['hints'][number];
type Evaluate = (stated: CalculationInput) => Evaluation;

const monthsAhead = 12;

/** Savings only for complete totals: with unknown parts they cannot be compared. */
export function findHints(
  ruleSet: RuleSet,
  stated: CalculationInput,
  evaluation: Evaluation,
  evaluate: Evaluate,
): Hint[] {
  const vehicleHints = listVehicleHints(stated);
  if (evaluation.isMinimum) return vehicleHints;
  const asks = (name: string) => ruleSet.facts.some((fact) => fact.name === name);
  return [
    ...vehicleHints,
    ...(asks('origin_proof') && !stated.origin_proof
      ? listOriginHints(stated, evaluation, evaluate)
      : []),
    ...(asks('in_quota') && !stated.in_quota ? listQuotaHints(stated, evaluation, evaluate) : []),
    ...listAgeHints(ruleSet, stated, evaluation, evaluate),
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

const savingOf = (before: Evaluation, after: Evaluation): string | null =>
  !after.isMinimum && after.total.lt(before.total)
    ? moneyText(before.total.minus(after.total), before.currency)
    : null;

function listOriginHints(
  stated: CalculationInput,
  evaluation: Evaluation,
  evaluate: Evaluate,
): Hint[] {
  const saves = savingOf(evaluation, evaluate({ ...stated, origin_proof: true }));
  const message = 'With a proof of origin the duty is lower.';
  return saves ? [{ code: 'origin_proof', message, saves }] : [];
}

function listQuotaHints(
  stated: CalculationInput,
  evaluation: Evaluation,
  evaluate: Evaluate,
): Hint[] {
  const saves = savingOf(evaluation, evaluate({ ...stated, in_quota: true }));
  const message = 'Within the tariff quota the duty is lower.';
  return saves ? [{ code: 'in_quota', message, saves }] : [];
}

/**
 * Evaluates the vehicle as if it were older by some months, with today's rates and rules. Age
 * changes the total at most once a year, so a binary search finds the month.
 */
function listAgeHints(
  ruleSet: RuleSet,
  stated: CalculationInput,
  evaluation: Evaluation,
  evaluate: Evaluate,
): Hint[] {
  const produced = stated.production_date;
  if (typeof produced !== 'string' || produced.length !== 7) return [];
  const birthdays = listBirthdays(ruleSet, produced, String(stated.calculation_date));
  const after = (months: number) =>
    evaluate({ ...stated, production_date: shiftMonth(produced, -months) });
  const differs = (later: Evaluation) => !later.isMinimum && !later.total.eq(evaluation.total);
  let [same, changed] = [-1, birthdays.length - 1];
  if (changed < 0) return [];
  let later = after(birthdays[changed]!);
  if (!differs(later)) return [];
  while (changed - same > 1) {
    const middle = (same + changed) >> 1;
    const then = after(birthdays[middle]!);
    if (differs(then)) [changed, later] = [middle, then];
    else same = middle;
  }
  const difference = later.total.minus(evaluation.total);
  return [createAgeHint(birthdays[changed]!, difference, evaluation.currency)];
}

/** In how many months the vehicle's age, as the rules count it, changes. */
function listBirthdays({ steps }: RuleSet, produced: string, date: string): number[] {
  const ages = new Set(steps.map((step) => (step.op === 'derive' ? step.from : '')));
  const [month, today] = [produced, date].map((day) => Number(day.slice(5, 7))) as [number, number];
  return Array.from({ length: monthsAhead }, (_, at) => at + 1).filter(
    (months) =>
      ages.has('age_months') ||
      (ages.has('age_years') && (today + months - month) % 12 === 0) ||
      // Older by so many months, it is from the previous calendar year.
      (ages.has('age_calendar_years') && (month - months - 1 + 12) % 12 === 11),
  );
}

function createAgeHint(months: number, difference: Decimal, currency: string): Hint {
  const verb = difference.isNegative() ? 'falls' : 'rises';
  const amount = moneyText(difference.abs(), currency);
  const when = months === 1 ? 'In a month' : `In ${months} months`;
  const message = `${when} the total ${verb} by ${groupDigits(amount)} ${currency}, because of the vehicle’s age.`;
  const saves = difference.isNegative() ? amount : null;
  return { code: 'age_cliff', message, saves };
}

function shiftMonth(month: string, by: number): string {
  const [year, of] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, of - 1 + by, 1)).toISOString().slice(0, 7);
}
