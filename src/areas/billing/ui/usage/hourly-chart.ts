// The last 24 hours as a chart: the groups of the usage list, filled up with empty hours.
import { hourMs } from '#lib/durations.ts';
import type { BarChartProps } from '#ui/charts/BarChart.tsx';
import type { UsageGroupWire } from '../../wire/index.ts';
import {
  formatAxisTime,
  formatAxisValue,
  formatTime,
  formatValue,
} from '../charts/chart-format.ts';

const hoursMax = 24;

export function toHourlyChartProps(
  groups: readonly UsageGroupWire[],
  nowMs: number,
): BarChartProps {
  const counts = new Map(groups.map(({ key, requests }) => [Date.parse(key), requests]));
  const last = Math.floor(nowMs / hourMs) * hourMs;
  const rows = Array.from({ length: hoursMax + 1 }, (_, at) => {
    const hour = last - (hoursMax - at) * hourMs;
    return {
      x: new Date(hour).toISOString(),
      values: { requests: counts.get(hour) ?? 0 },
      previous: null,
      partial: at === hoursMax,
    };
  });
  const sum = rows.reduce((all, { values }) => all + values.requests, 0);
  return {
    label: `Requests in the last 24 hours: ${formatValue(sum, 'requests', '')} in all`,
    rows,
    series: [{ key: 'requests', name: 'Requests' }],
    formatAxisTime: (x) => formatAxisTime(x, 'hour'),
    formatTime: (x) => formatTime(x, 'hour'),
    formatValue: (value) => formatValue(value, 'requests', ''),
    formatAxisValue: (value) => formatAxisValue(value, 'requests', ''),
  };
}
