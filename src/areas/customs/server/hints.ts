// What would make the import cheaper, found by trying it: a proof of origin, the quota, and the
// month in which the age of a vehicle changes its duty.
import type { Decimal } from '#lib/decimal.ts';
import type { StatedInput } from '../calculation-body.ts';
import type { ResultWire } from '../calculation-schema.ts';
import type { Outcome } from './engine/evaluate.ts';
import { groupDigits } from './engine/group-digits.ts';
import type { RuleSet } from './engine/rule-set.ts';
import { moneyText } from './result-wire.ts';

type Hint = ResultWire['hints'][number];
type Run = (stated: StatedInput) => Outcome;

const monthsAhead = 12;

/** Compares only what is complete: a minimum says nothing about what would be saved. */
export function findHints(
  ruleSet: RuleSet,
  stated: StatedInput,
  outcome: Outcome,
  run: Run,
): Hint[] {
  if (outcome.isMinimum) return [];
  const asks = (name: string) => ruleSet.facts.some((fact) => fact.name === name);
  return [
    ...(asks('origin_proof') && !stated.origin_proof ? originHint(stated, outcome, run) : []),
    ...(asks('in_quota') && !stated.in_quota ? quotaHint(stated, outcome, run) : []),
    ...ageHint(ruleSet, stated, outcome, run),
  ];
}

const saved = (before: Outcome, after: Outcome): string | null =>
  !after.isMinimum && after.total.lt(before.total)
    ? moneyText(before.total.minus(after.total), before.currency)
    : null;

function originHint(stated: StatedInput, outcome: Outcome, run: Run): Hint[] {
  const saves = saved(outcome, run({ ...stated, origin_proof: true }));
  const message = 'With a proof of origin the duty is lower.';
  return saves ? [{ code: 'origin_proof', message, saves }] : [];
}

function quotaHint(stated: StatedInput, outcome: Outcome, run: Run): Hint[] {
  const saves = saved(outcome, run({ ...stated, in_quota: true }));
  const message = 'Within the tariff quota the duty is lower.';
  return saves ? [{ code: 'in_quota', message, saves }] : [];
}

/**
 * The same vehicle, made earlier by as many months as pass: rates and rules as of today. A year
 * holds one change of a kind, so that the month is found by halving.
 */
function ageHint(ruleSet: RuleSet, stated: StatedInput, outcome: Outcome, run: Run): Hint[] {
  const produced = stated.production_date;
  if (typeof produced !== 'string' || produced.length !== 7) return [];
  const birthdays = birthdaysOf(ruleSet, produced, String(stated.calculation_date));
  const after = (months: number) =>
    run({ ...stated, production_date: shiftMonth(produced, -months) });
  const differs = (later: Outcome) => !later.isMinimum && !later.total.eq(outcome.total);
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
  const difference = later.total.minus(outcome.total);
  return [ageChange(birthdays[changed]!, difference, outcome.currency)];
}

/** In how many months the vehicle is older in a way that the rules ask for. */
function birthdaysOf({ steps }: RuleSet, produced: string, date: string): number[] {
  const ages = new Set(steps.map((step) => (step.op === 'derive' ? step.from : '')));
  const [month, today] = [produced, date].map((day) => Number(day.slice(5, 7))) as [number, number];
  return Array.from({ length: monthsAhead }, (_, at) => at + 1).filter(
    (months) =>
      ages.has('age_months') ||
      (ages.has('age_years') && (today + months - month) % 12 === 0) ||
      // Made earlier by so many months, it is of the calendar year before.
      (ages.has('age_calendar_years') && (month - months - 1 + 12) % 12 === 11),
  );
}

function ageChange(months: number, difference: Decimal, currency: string): Hint {
  const word = difference.isNegative() ? 'falls' : 'rises';
  const amount = moneyText(difference.abs(), currency);
  const when = months === 1 ? 'In a month' : `In ${months} months`;
  const message = `${when} the total ${word} by ${groupDigits(amount)} ${currency}, because of the vehicle’s age.`;
  const saves = difference.isNegative() ? amount : null;
  return { code: 'age_cliff', message, saves };
}

function shiftMonth(month: string, by: number): string {
  const [year, of] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, of - 1 + by, 1)).toISOString().slice(0, 7);
}
