import type { ReactNode } from 'react';

export type SortState = { key: string; direction: 'ascending' | 'descending' };

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** For amounts and counts: right-aligned, in tabular figures. */
  isNumeric?: boolean;
  /** Can be sorted by the column's key. */
  isSortable?: boolean;
  /** A CSS width from 768 px, so that columns keep their place while rows change. */
  width?: string;
  /** Hidden below 768 px. */
  isSecondary?: boolean;
  /** For columns of buttons: the header is only for assistive technology. */
  isHeaderHidden?: boolean;
};

export type TableSelection = {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
};

export type TableProps<Row> = {
  /** The accessible name of the table; sighted users have the panel's title. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The name of a row in its checkbox: "Key ci". */
  rowLabel?: (row: Row) => string;
  /** On a click or Enter; j, k and the arrow keys move between rows. */
  onRowOpen?: (row: Row) => void;
  sort?: SortState;
  onSortChange?: (sort: SortState) => void;
  selection?: TableSelection;
  isLoading?: boolean;
  skeletonRowsCount?: number;
  /** Instead of the rows when there are none. */
  empty?: ReactNode;
  /** A CSS length: the table then scrolls inside its box instead of with the page. */
  maxHeight?: string;
  className?: string;
};
