import type { CSSProperties } from 'react';
import { type Column, Table } from '../table/Table.tsx';
import { type BarChartProps, type BarRow, chartHeightPx } from './BarChart.tsx';

/** The values of a bar chart as a table, the latest first. */
export function ChartTable(props: BarChartProps) {
  const { rows, series, hasPrevious, label, formatTime, formatValue } = props;
  const columns: Column<BarRow>[] = [
    {
      key: 'x',
      header: 'Time',
      cell: ({ x, partial }) => (
        <>
          {formatTime(x)}
          {partial && <span className="text-quiet">, so far</span>}
        </>
      ),
    },
    ...series.map(({ key, name }) => ({
      key,
      header: name,
      cell: ({ values }: BarRow) => formatValue(values[key] ?? 0),
      isNumeric: true,
    })),
  ];
  if (hasPrevious)
    columns.push({
      key: 'previous',
      header: 'Previous period',
      cell: ({ previous }) => (typeof previous === 'number' ? formatValue(previous) : ''),
      isNumeric: true,
    });
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
      tabIndex={0}
      className="-mx-5 -mt-5 overflow-auto"
      style={{ height: props.heightPx ?? chartHeightPx, '--table-top': '0px' } as CSSProperties}
    >
      <Table caption={label} columns={columns} rows={rows.toReversed()} rowKey={({ x }) => x} />
    </section>
  );
}

type TableDisclosureProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

/** The values of a chart as a table that opens below it. */
export const TableDisclosure = <Row,>(props: TableDisclosureProps<Row>) => (
  <details className="mt-4">
    <summary className="link w-fit text-sm">Show as a table</summary>
    <div className="mt-3">
      <Table {...props} maxHeight="18rem" />
    </div>
  </details>
);
