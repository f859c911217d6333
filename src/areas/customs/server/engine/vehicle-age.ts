// How the rules of countries count the age of a vehicle, which is known by its month of production.
import type { FactValue } from './scope.ts';

export type AgeDerivation = keyof typeof counts;

type Month = { year: number; month: number };

const monthsBetween = (from: Month, to: Month): number =>
  (to.year - from.year) * 12 + to.month - from.month;

const counts = {
  age_months: monthsBetween,
  age_years: (from: Month, to: Month) => Math.floor(monthsBetween(from, to) / 12),
  /** Full calendar years between the year of production and the year of import, without both. */
  age_calendar_years: (from: Month, to: Month) => to.year - from.year - 1,
};

/** The derivations that need no month. */
const isByYear = (derivation: AgeDerivation) => derivation === 'age_calendar_years';

export const isAgeDerivation = (derivation: string): derivation is AgeDerivation =>
  derivation in counts;

/** Null if the date of production, `YYYY-MM` or `YYYY`, does not say. */
export function countAge(
  derivation: AgeDerivation,
  produced: FactValue | undefined,
  date: string,
): number | null {
  if (typeof produced !== 'string') return null;
  if (produced.length < 'YYYY-MM'.length && !isByYear(derivation)) return null;
  return Math.max(0, counts[derivation](readMonth(produced), readMonth(date)));
}

/** January if the date is a year. */
const readMonth = (date: string): Month => ({
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)) || 1,
});
