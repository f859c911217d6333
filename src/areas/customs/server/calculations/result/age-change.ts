// The next day on which a vehicle's age changes its total, by the same rules and rates.
import type { Decimal } from '#lib/decimal.ts';
import type { Evaluation } from '../../engine/evaluate.ts';
import type { RuleSet } from '../../engine/rules/rule-set.ts';
import { countAge, isAgeDerivation } from '../../engine/vehicle-age.ts';

export type AgeChange = {
  /** The first day of a month, as `YYYY-MM-DD`. */
  from: string;
  /** What is added to the total; below zero if it falls. */
  difference: Decimal;
};

const monthsAhead = 12;

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

/** The days on which the vehicle's age changes, as this country counts it. */
function listBirthdays({ steps }: RuleSet, produced: string, date: string): string[] {
  const derivations = steps.flatMap((step) =>
    step.op === 'derive' && isAgeDerivation(step.from) ? [step.from] : [],
  );
  const agesOn = (day: string) => derivations.map((age) => countAge(age, produced, day)).join();
  const days = Array.from({ length: monthsAhead + 1 }, (_, months) => firstOfMonth(date, months));
  return days.slice(1).filter((day, at) => agesOn(day) !== agesOn(days[at]!));
}

function firstOfMonth(date: string, monthsLater: number): string {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  const months = year * 12 + month - 1 + monthsLater;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
}
