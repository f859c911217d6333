// Where the line of a balance runs. Numbers are for places on the screen alone.
import type { StatisticsWire } from '../contract.ts';

export type Point = StatisticsWire['series'][number];
export const chartBox = { width: 600, height: 160 };

export type BalanceLine = { line: string; area: string; highest: number; lowest: number };

/** Steps, because a balance stays what it is until something moves it. */
export function drawBalance(series: readonly Point[]): BalanceLine {
  const values = series.map(({ balance }) => Number(balance));
  const top = Math.max(...values, 0);
  const lowest = Math.min(...values, 0);
  const highest = top === lowest ? lowest + 1 : top;
  const { width, height } = chartBox;
  const y = (value: number) =>
    Math.round(((highest - value) / (highest - lowest)) * height * 10) / 10;
  const step = width / Math.max(values.length, 1);
  const line = values
    .map((value, at) => {
      const [from, to] = [at * step, (at + 1) * step].map((x) => Math.round(x * 10) / 10);
      return `${at === 0 ? 'M' : 'L'}${from} ${y(value)}H${to}`;
    })
    .join('');
  return { line, area: `${line}V${y(0)}H0Z`, highest, lowest };
}
