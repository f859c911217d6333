// How the rules of countries count the age of a vehicle: to the day, from the day of production.
import { Decimal } from '#lib/decimal.ts';
import type { RuleSet } from './rules/rule-set.ts';
import type { FactValue } from './scope.ts';

export type AgeDerivation = keyof typeof counts;
/** What a set says of a date of production without its day or month. */
export type DateCompletion = RuleSet['incomplete_production_date'];

type Day = { year: number; month: number; day: number };

const completedMonths = (from: Day, to: Day): number =>
  (to.year - from.year) * 12 + to.month - from.month - (isBeforeDay(from, to) ? 1 : 0);

/** The 31st of a month is completed on the last day of a shorter one. */
const isBeforeDay = (from: Day, to: Day): boolean =>
  to.day < Math.min(from.day, daysIn(to.year, to.month));

const daysIn = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

/** A day beyond a full month is a part of the next: a vehicle is then older than so many months. */
function countMonths(from: Day, to: Day): Decimal {
  const months = completedMonths(from, to);
  const birthday = Math.min(from.day, daysIn(to.year, to.month));
  return to.day === birthday ? new Decimal(months) : new Decimal(months).plus('0.5');
}

const counts = {
  age_months: countMonths,
  age_years: (from: Day, to: Day) => new Decimal(Math.floor(completedMonths(from, to) / 12)),
  /** Full calendar years between the year of production and the year of import, without both. */
  age_calendar_years: (from: Day, to: Day) => new Decimal(to.year - from.year - 1),
};

/** The derivations that need no month. */
const isByYear = (derivation: AgeDerivation) => derivation === 'age_calendar_years';

export const isAgeDerivation = (derivation: string): derivation is AgeDerivation =>
  derivation in counts;

/** Whether the age depends on the day: a date of production without it leaves it open. */
export const countsToDay = ({ steps }: RuleSet): boolean =>
  steps.some((step) => step.op === 'derive' && isAgeDerivation(step.from) && !isByYear(step.from));

/** Null if the date of production, `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, does not say. */
export function countAge(
  derivation: AgeDerivation,
  produced: FactValue | undefined,
  date: string,
  completion: DateCompletion,
): Decimal | null {
  if (typeof produced !== 'string') return null;
  const isYear = produced.length < 'YYYY-MM'.length;
  if (isYear && !isByYear(derivation) && completion !== 'middle') return null;
  const counted = counts[derivation](readDay(produced, completion), readDay(date, completion));
  return Decimal.max(0, counted);
}

/** A month alone is its 1st or its 15th, and a year alone its first day or 1 July. */
export function completeDate(produced: string, completion: DateCompletion): string {
  const isMiddle = completion === 'middle';
  if (produced.length === 'YYYY'.length) return `${produced}-${isMiddle ? '07' : '01'}-01`;
  return produced.length === 'YYYY-MM'.length ? `${produced}-${isMiddle ? '15' : '01'}` : produced;
}

/** The first and the last day that a date without its day can mean. */
export function listPossibleDays(produced: string): [first: string, last: string] {
  const first = completeDate(produced, undefined);
  if (produced.length === 'YYYY-MM-DD'.length) return [first, first];
  const [year, month = 12] = produced.split('-').map(Number) as [number, number?];
  const [months, days] = [month, daysIn(year, month)].map((part) => String(part).padStart(2, '0'));
  return [first, `${year}-${months}-${days}`];
}

function readDay(date: string, completion: DateCompletion): Day {
  const [year, month, day] = completeDate(date, completion).split('-').map(Number);
  return { year: year!, month: month!, day: day! };
}
