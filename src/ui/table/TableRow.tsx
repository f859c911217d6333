import clsx from 'clsx';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Checkbox } from '../fields/Checkbox.tsx';
import { cellClass } from './table-cell-class.ts';
import type { TableProps, TableSelection } from './table-types.ts';

const steps: Record<string, 'nextElementSibling' | 'previousElementSibling'> = {
  j: 'nextElementSibling',
  ArrowDown: 'nextElementSibling',
  k: 'previousElementSibling',
  ArrowUp: 'previousElementSibling',
};

/** Controls inside a row: a click on them must not open the row. */
const isOwnControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input, select, label, [role]') !== null;

function handleRowKey(event: KeyboardEvent<HTMLTableRowElement>, open: () => void) {
  if (event.target !== event.currentTarget) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = steps[event.key];
  if (event.key === 'Enter') open();
  else if (step) (event.currentTarget[step] as HTMLElement | null)?.focus();
  else return;
  event.preventDefault();
}

function toggleSelected({ selected, onChange }: TableSelection, key: string) {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  onChange(next);
}

type TableRowProps<Row> = TableProps<Row> & { row: Row; isTabStop: boolean };

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, rowKey, rowLabel, onRowOpen, selection, isTabStop } = props;
  const key = rowKey(row);
  const isSelected = selection?.selected.has(key);
  const opening = onRowOpen && {
    tabIndex: isTabStop ? 0 : -1,
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) =>
      handleRowKey(event, () => onRowOpen(row)),
    onClick: (event: MouseEvent) => {
      if (!isOwnControl(event.target)) onRowOpen(row);
    },
  };
  return (
    <tr
      {...opening}
      data-selected={isSelected || undefined}
      className={clsx(
        'transition-colors hover:bg-text/4 data-selected:bg-accent/8 last:*:border-b-0',
        onRowOpen && 'cursor-pointer shadow-none! -outline-offset-2!',
      )}
    >
      {selection && (
        <td className={cellClass({})}>
          <Checkbox
            label={`Select ${rowLabel?.(row) ?? 'row'}`}
            isLabelHidden
            checked={isSelected ?? false}
            onChange={() => toggleSelected(selection, key)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={clsx(cellClass(column), 'h-12 py-2')}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
