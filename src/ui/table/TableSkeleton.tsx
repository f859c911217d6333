import clsx from 'clsx';
import { Skeleton } from '../Skeleton.tsx';
import { cellClass } from './table-cell-class.ts';
import type { TableProps } from './table-types.ts';

type TableSkeletonProps<Row> = Pick<TableProps<Row>, 'columns' | 'selection'> & {
  rowsCount: number;
};

/** Placeholder rows with the height of the loaded ones, so that the layout does not shift. */
export function TableSkeleton<Row>({ columns, selection, rowsCount }: TableSkeletonProps<Row>) {
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
