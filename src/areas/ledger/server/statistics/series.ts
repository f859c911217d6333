// Balance series: one point per day, week or month of a period, also without transactions.
import { dayMs } from '#lib/durations.ts';
import { type Amount, addAmounts, subtractAmounts, zero } from '#lib/money.ts';
import { startOfMonth } from '#lib/months.ts';
import type { SeriesPoint, StatisticsPeriod } from '../ledger.ts';
import type { BucketUnit } from './statistics-store.ts';

const periods: Record<StatisticsPeriod, { days: number | null; unit: BucketUnit }> = {
  '7d': { days: 7, unit: 'day' },
  '30d': { days: 30, unit: 'day' },
  '90d': { days: 90, unit: 'day' },
  '1y': { days: 365, unit: 'week' },
  all: { days: null, unit: 'month' },
};

/** The length of one point in the period's series. */
export const readUnit = (period: StatisticsPeriod): BucketUnit => periods[period].unit;

/** The start of the period in UTC; null for all time. */
export function startOfPeriod(period: StatisticsPeriod, now: Date): Date | null {
  const { days, unit } = periods[period];
  return days === null ? null : startOfUnit(unit, new Date(now.getTime() - (days - 1) * dayMs));
}

/** Both amounts are zero or above. */
export type SeriesEntry = { at: Date; credit: Amount; debit: Amount };

/** Takes entries of the period only, in any order; `opening` is the balance at its start. */
export function buildSeries(
  period: StatisticsPeriod,
  { entries, now, opening }: { entries: readonly SeriesEntry[]; now: Date; opening: Amount },
): SeriesPoint[] {
  const { unit } = periods[period];
  const byTime = Map.groupBy(entries, ({ at }) => startOfUnit(unit, at).getTime());
  const earliest = startOfUnit(unit, new Date(Math.min(now.getTime(), ...byTime.keys())));
  const sum = (amounts: Amount[]) => amounts.reduce(addAmounts, zero(opening.currency));
  const series: SeriesPoint[] = [];
  let balance = opening;
  for (let at = startOfPeriod(period, now) ?? earliest; at <= now; at = startOfNext(unit, at)) {
    const own = byTime.get(at.getTime()) ?? [];
    const credit = sum(own.map((entry) => entry.credit));
    const debit = sum(own.map((entry) => entry.debit));
    balance = subtractAmounts(addAmounts(balance, credit), debit);
    series.push({ at, credit, debit, balance });
  }
  return series;
}

/** As PostgreSQL's date_trunc in UTC: a week begins on Monday. */
function startOfUnit(unit: BucketUnit, at: Date): Date {
  const day = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  if (unit === 'day') return new Date(day);
  if (unit === 'month') return startOfMonth(at);
  return new Date(day - ((at.getUTCDay() + 6) % 7) * dayMs);
}

function startOfNext(unit: BucketUnit, at: Date): Date {
  if (unit === 'month') return startOfMonth(at, 1);
  return new Date(at.getTime() + (unit === 'day' ? 1 : 7) * dayMs);
}
