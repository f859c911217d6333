import clsx from 'clsx';
import { Skeleton } from '../Skeleton.tsx';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { cellClass } from './table-cell-class.ts';
import type { TableProps } from './table-types.ts';

type TableSkeletonProps<Row> = Pick<TableProps<Row>, 'columns' | 'selection'> & {
  rowsCount: number;
};

/** Placeholder rows with the height of the loaded ones, so that the layout does not shift. */
function TableSkeleton<Row>({ columns, selection, rowsCount }: TableSkeletonProps<Row>) {
  return Array.from({ length: rowsCount }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move.
    <tr key={row}>
      {selection && <td className={cellClass({})} />}
      {columns.map((column) => (
        <td key={column.key} className={clsx(cellClass(column), 'h-12 py-2')}>
          <Skeleton className={clsx('h-4 w-4/5 max-w-40', column.isNumeric && 'ml-auto')} />
        </td>
      ))}
    </tr>
  ));
}

export type { Column, SortState, TableProps, TableSelection } from './table-types.ts';

export function Table<Row>(props: TableProps<Row>) {
  const { caption, rows, rowKey, isLoading, maxHeight } = props;
  if (!isLoading && rows.length === 0)
    return props.empty ?? <p className="p-5 text-quiet">Nothing here yet.</p>;
  // A scrollable region must be focusable and have a name.
  const scrolling = maxHeight && { tabIndex: 0, role: 'region', 'aria-label': caption };
  return (
    <div
      {...scrolling}
      className={clsx(
        // Positioned, so that visually hidden content is clipped as well.
        'relative',
        maxHeight ? 'overflow-auto' : 'overflow-x-auto md:overflow-visible',
        props.className,
      )}
      style={{ maxHeight }}
    >
      <table
        aria-busy={isLoading || undefined}
        className="w-full border-separate border-spacing-0 text-left text-sm"
      >
        <caption className="sr-only">{caption}</caption>
        <TableHead {...props} isInOwnBox={maxHeight !== undefined} />
        <tbody>
          {isLoading && <TableSkeleton {...props} rowsCount={props.skeletonRowsCount ?? 5} />}
          {!isLoading &&
            rows.map((row, index) => (
              <TableRow key={rowKey(row)} {...props} row={row} isTabStop={index === 0} />
            ))}
        </tbody>
      </table>
    </div>
  );
}
