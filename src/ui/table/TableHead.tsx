import clsx from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Checkbox } from '../fields/Checkbox.tsx';

import { cellClass } from './table-cell-class.ts';
import type { Column, SortState, TableProps } from './table-types.ts';

type SortButtonProps = {
  header: string;
  columnKey: string;
  sort?: SortState;
  onSortChange?: (sort: SortState) => void;
};

function SortButton({ header, columnKey, sort, onSortChange }: SortButtonProps) {
  const direction = sort?.key === columnKey ? sort.direction : undefined;
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }[
    direction ?? 'none'
  ];
  const next = direction === 'ascending' ? 'descending' : 'ascending';
  return (
    <button
      type="button"
      onClick={() => onSortChange?.({ key: columnKey, direction: next })}
      className="-mx-1 inline-flex min-h-6 items-center gap-1 px-1 font-medium hover:text-text"
    >
      {header}
      <Icon size={14} aria-hidden className={clsx(direction && 'text-text')} />
    </button>
  );
}

type TableHeadProps<Row> = TableProps<Row> & { isInOwnBox: boolean };

function SelectAll<Row>({ rows, rowKey, selection }: TableProps<Row>) {
  if (!selection) return null;
  const isAll = rows.length > 0 && rows.every((row) => selection.selected.has(rowKey(row)));
  return (
    <Checkbox
      label="Select all rows"
      isLabelHidden
      checked={isAll}
      disabled={rows.length === 0}
      onChange={() => selection.onChange(new Set(isAll ? [] : rows.map(rowKey)))}
    />
  );
}

export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, sort, onSortChange, selection, isInOwnBox } = props;
  const headClass = clsx(
    'sticky z-10 h-10 bg-(--surface) font-medium text-quiet',
    isInOwnBox ? 'top-0' : 'top-(--table-top,0px)',
  );
  const readSort = ({ key, isSortable }: Column<Row>) =>
    isSortable ? (sort?.key === key ? sort.direction : 'none') : undefined;
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={clsx(cellClass({}), headClass, 'w-10')}>
            <SelectAll {...props} />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            aria-sort={readSort(column)}
            style={column.width ? ({ '--column': column.width } as CSSProperties) : undefined}
            className={clsx(
              cellClass(column),
              headClass,
              'whitespace-nowrap',
              column.width && 'md:w-(--column)',
            )}
          >
            {column.isSortable ? (
              <SortButton
                columnKey={column.key}
                header={column.header}
                sort={sort}
                onSortChange={onSortChange}
              />
            ) : (
              <span className={clsx(column.isHeaderHidden && 'sr-only')}>{column.header}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}
