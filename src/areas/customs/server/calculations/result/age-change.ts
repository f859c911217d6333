// The next day on which a vehicle's age changes its total, by the same rules and rates.
import type { Decimal } from '#lib/decimal.ts';
import type { Evaluation } from '../../engine/evaluate.ts';
import type { RuleSet } from '../../engine/rules/rule-set.ts';
import { completeDate, countAge, isAgeDerivation } from '../../engine/vehicle-age.ts';

export type AgeChange = {
  /** As `YYYY-MM-DD`. */
  from: string;
  /** What is added to the total; below zero if it falls. */
  difference: Decimal;
};

/**
 * Only days within a year. Null also if the total of that day is not complete: it can't be
 * compared.
 */
export function findAgeChange(
  ruleSet: RuleSet,
  { produced, date }: { produced: unknown; date: string },
  evaluation: Evaluation,
  evaluateOn: (day: string) => Evaluation,
): AgeChange | null {
  if (typeof produced !== 'string') return null;
  for (const from of listBirthdays(ruleSet, produced, date)) {
    const later = evaluateOn(from);
    if (later.isMinimum) return null;
    const difference = later.total.minus(evaluation.total);
    if (!difference.isZero()) return { from, difference };
  }
  return null;
}

const monthsAhead = 12;

/** The days on which the vehicle's age changes, as this country counts it. */
function listBirthdays(ruleSet: RuleSet, produced: string, date: string): string[] {
  const { steps, incomplete_production_date: completion } = ruleSet;
  const derivations = steps.flatMap((step) =>
    step.op === 'derive' && isAgeDerivation(step.from) ? [step.from] : [],
  );
  const agesOn = (day: string) =>
    derivations.map((age) => countAge(age, produced, day, completion)).join();
  const days = [date, ...listDays(completeDate(produced, completion), date)];
  return days.slice(1).filter((day, at) => agesOn(day) !== agesOn(days[at]!));
}

/** Of each month ahead: its first day, the day of the birthday, and the one after it. */
function listDays(born: string, date: string): string[] {
  const [year, month] = date.split('-').map(Number) as [number, number];
  const end = addDays(date, 0, monthsAhead);
  const days = Array.from({ length: monthsAhead + 1 }, (_, months) => {
    const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
    const birthday = Math.min(Number(born.slice(8)), last);
    return [1, birthday, birthday + 1].map((day) =>
      addDays(`${date.slice(0, 7)}-01`, day - 1, months),
    );
  });
  return [...new Set(days.flat())].filter((day) => date < day && day <= end).sort();
}

function addDays(date: string, days: number, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1 + months, day + days)).toISOString().slice(0, 10);
}
