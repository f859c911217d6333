// Turns figures into chart series: a point for every bucket, including zeros.
import { toDecimalText } from '#lib/money.ts';
import type { ChartMetric, ChartSeriesWire, DetailedChartWire } from '../../wire/charts.ts';
import type { UsageSum } from '../usage/lists/sum-store.ts';
import type { ChartBuckets } from './chart-buckets.ts';
import type { Figures } from './chart-figures.ts';

const colorsMax = 4;
const names: Record<ChartMetric, string> = {
  spend: 'Spend',
  requests: 'Requests',
  payments: 'Payments',
};

/** The series of the whole metric. */
export function buildSeries(
  figures: Figures,
  metric: ChartMetric,
  buckets: ChartBuckets,
): ChartSeriesWire {
  const valueAt = (at: number): number => {
    if (metric === 'requests') return countAt(figures.requests, at);
    const amounts = metric === 'spend' ? figures.spent : figures.received;
    return Number(toDecimalText(amounts[at]!));
  };
  return toSeries({ name: names[metric], key: metric, color: 'chart-1' }, buckets, valueAt);
}

const countAt = (sums: readonly UsageSum[], at: number): number =>
  sums
    .filter(({ keys }) => keys[0] === String(at + 1))
    .reduce((sum, { requests }) => sum + requests, 0);

const toSeries = (
  line: Omit<ChartSeriesWire, 'data'>,
  { labels }: ChartBuckets,
  valueAt: (at: number) => number,
): ChartSeriesWire => ({
  ...line,
  data: labels.map((x, at) => ({
    x,
    y: valueAt(at),
    ...(at === labels.length - 1 && { partial: true }),
  })),
});

/** Key of requests made in a session. */
export const sessionsKey = 'dashboard';
export const readGroupKey = ({ keys }: UsageSum): string => keys[1] || sessionsKey;

export type Group = { key: string; label: string; count: number };

/** A series for each of the largest groups; with more than four, the rest are one series. */
export function seriesByGroup(
  requests: readonly UsageSum[],
  groups: readonly Group[],
  buckets: ChartBuckets,
): ChartSeriesWire[] {
  const largest = groups.slice(0, groups.length > colorsMax ? colorsMax - 1 : colorsMax);
  const lines = largest.map(({ key, label }) => ({
    name: label,
    key,
    isIn: (of: string) => of === key,
  }));
  if (largest.length < groups.length) {
    const isIn = (of: string) => largest.every(({ key }) => key !== of);
    lines.push({ name: 'All others', key: 'other', isIn });
  }
  return lines.map(({ name, key, isIn }, at) => {
    const own = requests.filter((sum) => isIn(readGroupKey(sum)));
    const line = { name, key, color: `chart-${at + 1}` };
    return toSeries(line, buckets, (time) => countAt(own, time));
  });
}

export function buildTable(
  series: readonly ChartSeriesWire[],
  before: ChartSeriesWire | undefined,
): DetailedChartWire['table'] {
  return series[0]!.data.map(({ x, partial = false }, at) => {
    const values = Object.fromEntries(series.map(({ key, data }) => [key, data[at]!.y]));
    const value = series.reduce((sum, { data }) => sum + data[at]!.y, 0);
    return { x, value, values, previous: before?.data[at]?.y ?? null, partial };
  });
}
