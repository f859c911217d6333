// Months in UTC, which figures are reported by.
import { InvalidInput } from '#kernel/http/errors.ts';
import { isCurrency } from '#lib/currencies.ts';
import { baseCurrency, monthsDefault, monthsMax } from '../wire/figures.constants.ts';

export type FigurePeriod = {
  /** The first day of each month, such as `2026-10-01`, without gaps. */
  months: readonly string[];
  /** Inclusive. */
  from: Date;
  /** Exclusive. */
  until: Date;
  /** The month that is not over. */
  current: string;
};

type PeriodQuery = { from?: string | undefined; to?: string | undefined };

const firstDay = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00Z`);

export function addToMonth(day: string, months: number): string {
  const at = startOfDay(day);
  at.setUTCMonth(at.getUTCMonth() + months);
  return firstDay(at);
}

/** From the first to the last month, both included. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = addToMonth(month, 1)) months.push(month);
  return months;
}

/** Throws InvalidInput for a period that is empty, too long, or ahead. */
export function readPeriod({ from, to }: PeriodQuery, now: Date): FigurePeriod {
  const current = firstDay(now);
  const last = to ? `${to}-01` : current;
  if (last > current) throw new InvalidInput({ to: ['This month has not begun.'] });
  const first = from ? `${from}-01` : addToMonth(last, 1 - monthsDefault);
  if (first > last) throw new InvalidInput({ from: ['The period ends before it begins.'] });
  if (first <= addToMonth(last, -monthsMax))
    throw new InvalidInput({ from: [`Choose at most ${monthsMax} months.`] });
  return {
    months: monthsBetween(first, last),
    from: startOfDay(first),
    until: startOfDay(addToMonth(last, 1)),
    current,
  };
}

/** How a month is written in the API. */
export const monthFacts = (month: string, current: string) => ({
  month: month.slice(0, 7),
  partial: month === current,
});

/** Throws InvalidInput for an unknown currency. */
export function readFigureCurrency(currency = baseCurrency): string {
  if (!isCurrency(currency)) throw new InvalidInput({ currency: ['Unknown currency.'] });
  return currency;
}

/** From 0 to 1, to four decimals; null of none. */
export const computeShare = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
