import type { CSSProperties } from 'react';
import { type Column, Table } from '#ui/Table.tsx';
import type { BarChartProps } from './BarChart.tsx';

type Row = BarChartProps['rows'][number];

/** The figures of a chart, the latest first. */
export function BarTable(props: BarChartProps & { heightPx: number }) {
  const { rows, series, hasPrevious, label, sayLongTime, sayValue, heightPx } = props;
  const columns: Column<Row>[] = [
    {
      key: 'x',
      header: 'Time',
      cell: ({ x, partial }) => (
        <>
          {sayLongTime(x)}
          {partial && <span className="text-quiet">, so far</span>}
        </>
      ),
    },
    ...series.map(({ key, name }) => ({
      key,
      header: name,
      cell: ({ values }: Row) => sayValue(values[key] ?? 0),
      isNumeric: true,
    })),
  ];
  if (hasPrevious)
    columns.push({
      key: 'previous',
      header: 'Before',
      cell: ({ previous }) => (previous === null ? '' : sayValue(previous)),
      isNumeric: true,
    });
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
      tabIndex={0}
      className="-mx-5 -mt-5 overflow-auto"
      style={{ height: heightPx, '--table-top': '0px' } as CSSProperties}
    >
      <Table caption={label} columns={columns} rows={rows.toReversed()} rowKey={({ x }) => x} />
    </section>
  );
}
