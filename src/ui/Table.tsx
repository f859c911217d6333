import clsx from 'clsx';
import type { ReactNode } from 'react';
import { type SortState, TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Amounts and counts: to the right, in tabular figures. */
  isNumeric?: boolean;
  /** Offers sorting by the column's key. */
  isSortable?: boolean;
  /** A CSS width from 768 px up, so that columns stay put while rows change. */
  width?: string;
  /** Left out below 768 px. */
  isSecondary?: boolean;
  /** For columns of buttons: the header is read, not seen. */
  isHeaderHidden?: boolean;
};

export type TableSelection = {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
};

export type TableProps<Row> = {
  /** Names the table; assistive technology reads it, the eye has the panel's title. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** What one row is called where it is selected: "Key ci". */
  rowLabel?: (row: Row) => string;
  /** A click on the row or Enter; j and k (or the arrows) then move from row to row. */
  onRowOpen?: (row: Row) => void;
  sort?: SortState;
  onSortChange?: (sort: SortState) => void;
  selection?: TableSelection;
  isLoading?: boolean;
  skeletonRowsCount?: number;
  /** Stands in place of the rows when there are none. */
  empty?: ReactNode;
  /** A CSS length: the table then scrolls inside its box instead of with the page. */
  maxHeight?: string;
  className?: string;
};

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, selection, isLoading, maxHeight } = props;
  const columnsCount = columns.length + (selection ? 1 : 0);
  const isEmpty = !isLoading && rows.length === 0;
  // What scrolls by itself is reached and named by keyboard too.
  const scrolling = maxHeight && { tabIndex: 0, role: 'region', 'aria-label': caption };
  return (
    <div
      {...scrolling}
      className={clsx(
        // Positioned, so that what only screen readers get is cut off with the rest.
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
          {isEmpty && (
            <tr>
              <td colSpan={columnsCount}>{props.empty ?? 'Nothing here yet.'}</td>
            </tr>
          )}
          {!isLoading &&
            rows.map((row, index) => (
              <TableRow key={rowKey(row)} {...props} row={row} isTabStop={index === 0} />
            ))}
        </tbody>
      </table>
    </div>
  );
}
