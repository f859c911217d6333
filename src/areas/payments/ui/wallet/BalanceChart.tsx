import { formatMonthOfYear, formatUtcDate, formatUtcDay } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { TableDisclosure } from '#ui/charts/ChartTable.tsx';
import { LineChart } from '#ui/charts/LineChart.tsx';
import type { Column } from '#ui/table/Table.tsx';
import type { StatisticsWire } from '../../wire/transaction-schemas.ts';
import { formatEstimate } from '../amounts.ts';

type BalanceChartProps = Pick<StatisticsWire, 'series' | 'currency' | 'period'>;

/** The length of one point in the series. */
const units: Partial<Record<StatisticsWire['period'], string>> = { '1y': 'week', all: 'month' };

type Point = BalanceChartProps['series'][number];

function listColumns(unit: string, currency: string): Column<Point>[] {
  const amountColumn = (key: 'credit' | 'debit' | 'balance', header: string): Column<Point> => ({
    key,
    header,
    cell: (point) => formatMoney(point[key], currency),
    isNumeric: true,
  });
  return [
    {
      key: 'x',
      header: unit === 'day' ? 'Day' : `First day of the ${unit}`,
      cell: ({ x }) => formatUtcDate(x),
    },
    amountColumn('credit', 'In'),
    amountColumn('debit', 'Out'),
    amountColumn('balance', 'Balance'),
  ];
}

/** The balance over time, and the same values as a table. */
export function BalanceChart({ series, currency, period }: BalanceChartProps) {
  const [first, last] = [series[0], series.at(-1)];
  if (!first || !last) return null;
  const unit = units[period] ?? 'day';
  const label = `Balance from ${formatMoney(first.balance, currency)} on ${formatUtcDate(first.x)} to ${formatMoney(last.balance, currency)} on ${formatUtcDate(last.x)}`;
  return (
    <>
      <LineChart
        label={label}
        rows={series.map(({ x, balance }) => ({ x, values: { balance: Number(balance) } }))}
        series={[{ key: 'balance', name: 'Balance' }]}
        shape="step"
        hasFractions
        formatAxisTime={unit === 'day' ? formatUtcDay : formatMonthOfYear}
        formatTime={formatUtcDate}
        formatValue={(value) => formatEstimate(value, currency, 2)}
        formatAxisValue={(value) => formatEstimate(value, currency, 2)}
      />
      <TableDisclosure
        caption={`Money in, money out and balance by ${unit}`}
        columns={listColumns(unit, currency)}
        rows={series.toReversed()}
        rowKey={({ x }) => x}
      />
    </>
  );
}
