import clsx from 'clsx';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';
import type { TableProps } from './table-types.ts';

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
