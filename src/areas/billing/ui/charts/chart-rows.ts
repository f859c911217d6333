import type { DetailedChartWire } from '../../contract.ts';
import type { BarChartProps } from './BarChart.tsx';
import { sayLongTime, sayShortly, sayTime, sayTotal, sayValue } from './chart-words.ts';

/** An answer as the chart draws it. */
export function toBarChart(chart: DetailedChartWire): BarChartProps {
  const { metric, currency, granularity, series, table } = chart;
  const [first, last] = [table[0]!, table.at(-1)!];
  const names = { spend: 'Spending', requests: 'Requests', payments: 'Payments' };
  const from = sayLongTime(first.x, granularity);
  const to = sayLongTime(last.x, granularity);
  return {
    label: `${names[metric]} from ${from} to ${to}: ${sayTotal(chart)} in all`,
    rows: table,
    series,
    hasPrevious: chart.previous !== null,
    hasFractions: metric !== 'requests',
    sayTime: (x) => sayTime(x, granularity),
    sayLongTime: (x) => sayLongTime(x, granularity),
    sayValue: (value) => sayValue(value, metric, currency),
    sayShortly: (value) => sayShortly(value, metric, currency),
  };
}
