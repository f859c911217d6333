// The last 24 hours as a chart: groups of the usage list, with the hours in which nothing was called.
import type { UsageGroupWire } from '../../contract.ts';
import type { BarChartProps } from '../charts/BarChart.tsx';
import { sayLongTime, sayShortly, sayTime, sayValue } from '../charts/chart-words.ts';

const hourMs = 3_600_000;
const hoursMax = 24;

export function toHourlyChart(groups: readonly UsageGroupWire[], nowMs: number): BarChartProps {
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
    label: `Requests in the last 24 hours: ${sayValue(sum, 'requests', '')} in all`,
    rows,
    series: [{ key: 'requests', name: 'Requests' }],
    sayTime: (x) => sayTime(x, 'hour'),
    sayLongTime: (x) => sayLongTime(x, 'hour'),
    sayValue: (value) => sayValue(value, 'requests', ''),
    sayShortly: (value) => sayShortly(value, 'requests', ''),
  };
}
