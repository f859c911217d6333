// How the times and values of a chart are said.
import { formatAmount } from '#lib/format-money.ts';
import { amountOf } from '#lib/money.ts';
import type { ChartMetric, ChartUnit, ChartWire } from '../../contract.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const longMonth = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const longHour = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** An hour is a moment, shown in the reader's zone; the others are dates there already. */
export type TimeUnit = ChartUnit | 'hour';

/** Short, for an axis. */
export function sayTime(x: string, unit: TimeUnit): string {
  if (unit === 'hour') return hour.format(new Date(x));
  return (unit === 'month' ? month : day).format(new Date(x));
}

export function sayLongTime(x: string, unit: TimeUnit): string {
  if (unit === 'hour') return longHour.format(new Date(x));
  if (unit === 'month') return longMonth.format(new Date(x));
  return unit === 'week' ? `Week of ${day.format(new Date(x))}` : longDay.format(new Date(x));
}

const whole = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** What a number of a metric is called: 1,204 or $12.50. */
export const sayValue = (value: number, metric: ChartMetric, currency: string): string =>
  metric === 'requests' ? whole.format(value) : sayAmount(String(value), currency);

export const sayAmount = (text: string, currency: string): string =>
  formatAmount(amountOf(text, currency));

/** For an axis, where there is no room. */
export const sayShortly = (value: number, metric: ChartMetric, currency: string): string => {
  if (metric === 'requests') return compact.format(value);
  const unit = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  return unit.format(value);
};

/** What stands large above a chart. */
export const sayTotal = ({ metric, totals, currency }: ChartWire): string =>
  metric === 'requests'
    ? whole.format(totals.total_requests)
    : sayAmount(totals.total_amount, currency);

const percent = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
/** 12.5 as +12.5%. */
export const sayChange = (value: number): string => percent.format(value / 100);
