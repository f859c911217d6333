import type { BarChartProps } from '#ui/charts/BarChart.tsx';
import type { DetailedChartWire } from '../../wire/index.ts';
import {
  formatAxisTime,
  formatAxisValue,
  formatTime,
  formatTotal,
  formatValue,
} from './chart-format.ts';

/** Maps the API response to the props of the chart. */
export function toBarChartProps(chart: DetailedChartWire): BarChartProps {
  const { metric, currency, granularity, series, table } = chart;
  const [first, last] = [table[0]!, table.at(-1)!];
  const names = { spend: 'Spending', requests: 'Requests', payments: 'Received' };
  const from = formatTime(first.x, granularity);
  const to = formatTime(last.x, granularity);
  return {
    label: `${names[metric]} from ${from} to ${to}: ${formatTotal(chart)} in all`,
    rows: table,
    series,
    hasPrevious: chart.previous !== null,
    hasFractions: metric !== 'requests',
    formatAxisTime: (x) => formatAxisTime(x, granularity),
    formatTime: (x) => formatTime(x, granularity),
    formatValue: (value) => formatValue(value, metric, currency),
    formatAxisValue: (value) => formatAxisValue(value, metric, currency),
  };
}
