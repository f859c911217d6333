// How a chart writes its times and values.
import {
  formatCompact,
  formatCount,
  formatDayTime,
  formatMonth,
  formatShortMonth,
  formatTimeOfDay,
  formatUtcDay,
  formatUtcWeekday,
} from '#lib/format.ts';
import { formatCompactMoney, formatMoney } from '#lib/format-money.ts';
import type { ChartMetric, ChartUnit, ChartWire } from '../../wire/index.ts';

/** An hour is a moment in time; the other units are dates of the reader's time zone. */
export type TimeUnit = ChartUnit | 'hour';

export function formatAxisTime(x: string, unit: TimeUnit): string {
  if (unit === 'hour') return formatTimeOfDay(x);
  return unit === 'month' ? formatShortMonth(x) : formatUtcDay(x);
}

export function formatTime(x: string, unit: TimeUnit): string {
  if (unit === 'hour') return formatDayTime(x);
  if (unit === 'month') return formatMonth(x);
  return unit === 'week' ? `Week of ${formatUtcDay(x)}` : formatUtcWeekday(x);
}

/** `1,204` or `$12.50`, depending on the metric. */
export const formatValue = (value: number, metric: ChartMetric, currency: string): string =>
  metric === 'requests' ? formatCount(value) : formatMoney(String(value), currency);

/** `1.2K` or `$1.2K`, for an axis. */
export const formatAxisValue = (value: number, metric: ChartMetric, currency: string): string =>
  metric === 'requests' ? formatCompact(value) : formatCompactMoney(value, currency);

/** The headline above a chart. */
export const formatTotal = ({ metric, totals, currency }: ChartWire): string =>
  metric === 'requests'
    ? formatCount(totals.total_requests)
    : formatMoney(totals.total_amount, currency);
