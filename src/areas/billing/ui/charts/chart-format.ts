// How a chart writes its times and values.
import {
  formatCompact,
  formatCount,
  formatMonth,
  formatTimeOfDay,
  formatUtcDay,
} from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import type { ChartMetric, ChartUnit, ChartWire } from '../../wire/index.ts';

const longDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const longHour = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** An hour is a moment in time; the other units are dates of the reader's time zone. */
export type TimeUnit = ChartUnit | 'hour';

export function formatAxisTime(x: string, unit: TimeUnit): string {
  if (unit === 'hour') return formatTimeOfDay(x);
  return unit === 'month' ? month.format(new Date(x)) : formatUtcDay(x);
}

export function formatTime(x: string, unit: TimeUnit): string {
  if (unit === 'hour') return longHour.format(new Date(x));
  if (unit === 'month') return formatMonth(x);
  return unit === 'week' ? `Week of ${formatUtcDay(x)}` : longDay.format(new Date(x));
}

/** `1,204` or `$12.50`, depending on the metric. */
export const formatValue = (value: number, metric: ChartMetric, currency: string): string =>
  metric === 'requests' ? formatCount(value) : formatMoney(String(value), currency);

/** `1.2K` or `$1.2K`, for an axis. */
export const formatAxisValue = (value: number, metric: ChartMetric, currency: string): string => {
  if (metric === 'requests') return formatCompact(value);
  const unit = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  return unit.format(value);
};

/** The headline above a chart. */
export const formatTotal = ({ metric, totals, currency }: ChartWire): string =>
  metric === 'requests'
    ? formatCount(totals.total_requests)
    : formatMoney(totals.total_amount, currency);
