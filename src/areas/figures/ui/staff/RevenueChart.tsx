import { formatMonth, formatShortMonth } from '#lib/format.ts';
import { formatCompactMoney, formatMoney } from '#lib/format-money.ts';
import { BarChart } from '#ui/charts/BarChart.tsx';
import { type MovementKind, movementKindLabels } from '../../wire/figures.constants.ts';
import type { RevenueWire } from '../../wire/revenue.ts';

/** From the axis outwards: what came above it, what went below it. */
const kinds = ['new', 'reactivation', 'expansion', 'contraction', 'churn'] as const;
const signs: Record<MovementKind, 1 | -1> = {
  new: 1,
  reactivation: 1,
  expansion: 1,
  contraction: -1,
  churn: -1,
};

/** What moved MRR, by month. */
export function RevenueChart({ revenue: { results, currency } }: { revenue: RevenueWire }) {
  const [first, last] = [results[0]!, results.at(-1)!];
  const format = (value: number) => formatMoney(value.toFixed(2), currency);
  return (
    <BarChart
      label={`Movements of MRR from ${formatMonth(first.month)} to ${formatMonth(last.month)}: from ${formatMoney(first.mrr_before, currency)} to ${formatMoney(last.mrr, currency)}`}
      rows={results.map((row) => ({
        x: row.month,
        partial: row.partial,
        values: Object.fromEntries(kinds.map((kind) => [kind, signs[kind] * Number(row[kind])])),
      }))}
      series={kinds.map((kind) => ({ key: kind, name: movementKindLabels[kind] }))}
      hasFractions
      heightPx={320}
      formatAxisTime={formatShortMonth}
      formatTime={formatMonth}
      formatValue={format}
      formatAxisValue={(value) => formatCompactMoney(value, currency)}
    />
  );
}
