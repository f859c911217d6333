import { formatCount, noValue } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { type Column, Table } from '#ui/table/Table.tsx';
import type { RevenueMonthWire, RevenueWire } from '../../wire/revenue.ts';
import { MonthCell } from './MonthCell.tsx';

type MoneyName = {
  [Name in keyof RevenueMonthWire]: string | null extends RevenueMonthWire[Name]
    ? never
    : RevenueMonthWire[Name] extends string
      ? Name
      : never;
}[keyof RevenueMonthWire];

function listColumns(currency: string): readonly Column<RevenueMonthWire>[] {
  const money = (
    key: MoneyName,
    header: string,
    { isLess = false, isSecondary = true } = {},
  ): Column<RevenueMonthWire> => ({
    key,
    header,
    cell: (row) => {
      const isZero = !/[1-9]/.test(row[key]);
      const text = `${isLess && !isZero ? '−' : ''}${formatMoney(row[key], currency)}`;
      return <span className={isZero ? 'text-quiet' : undefined}>{text}</span>;
    },
    isNumeric: true,
    isSecondary,
  });
  return [
    { key: 'month', header: 'Month', cell: (row) => <MonthCell row={row} /> },
    money('new', 'New'),
    money('reactivation', 'Reactivation'),
    money('expansion', 'Expansion'),
    money('contraction', 'Contraction', { isLess: true }),
    money('churn', 'Churn', { isLess: true }),
    money('mrr', 'MRR', { isSecondary: false }),
    {
      key: 'paying',
      header: 'Paying',
      cell: ({ paying }) => formatCount(paying),
      isNumeric: true,
    },
    {
      key: 'arpu',
      header: 'ARPU',
      cell: ({ arpu }) => (arpu === null ? noValue : formatMoney(arpu, currency)),
      isNumeric: true,
      isSecondary: true,
    },
    money('plans_charged', 'Plans'),
    money('overage_charged', 'Overage'),
    money('kept_by_providers', 'Kept by providers', { isLess: true }),
  ];
}

/** The latest month first. */
export const RevenueTable = ({ revenue: { results, currency } }: { revenue: RevenueWire }) => (
  <Table
    caption="Revenue by month"
    columns={listColumns(currency)}
    rows={results.toReversed()}
    rowKey={({ month }) => month}
    maxHeight="38rem"
  />
);
