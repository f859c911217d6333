// The console's list: filters in the address, columns and views of one's own, selection, keys, and
// the same rows as a file.
import { type ReactNode, useState } from 'react';
import { DownloadButton, type DownloadButtonProps } from '../DownloadButton.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { Panel } from '../Panel.tsx';
import type { Column } from '../Table.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { useHiddenColumns } from './kept-choices.ts';
import { RecordFilterBar } from './RecordFilterBar.tsx';
import type { RecordResult } from './RecordPages.tsx';
import { RecordTable } from './RecordTable.tsx';
import type { RecordFilter, RecordView } from './record-filters.ts';
import { ViewMenu } from './ViewMenu.tsx';

export type RecordListProps<Row> = {
  /** What the rows are, in the plural: "users". Names the list and what the browser keeps of it. */
  what: string;
  title: string;
  columns: readonly Column<Row>[];
  filters: readonly RecordFilter[];
  view: RecordView;
  result: RecordResult<Row>;
  rowKey: (row: Row) => string;
  rowLabel?: (row: Row) => string;
  onRowOpen?: (row: Row) => void;
  /** What the filters let through, as a file. */
  download?: Pick<DownloadButtonProps, 'load' | 'fileName'>;
  /** Buttons for the selected rows; `done` clears the selection. */
  bulk?: (selected: readonly string[], done: () => void) => ReactNode;
  /** Stands there when there is nothing at all. */
  empty?: ReactNode;
};

export function RecordList<Row>(props: RecordListProps<Row>) {
  const { what, title, columns, filters, view, download } = props;
  const choice = useHiddenColumns(what);
  const shown = columns.filter(({ key }, at) => at === 0 || !choice.hidden.includes(key));
  return (
    <Panel
      title={title}
      isFlush
      actions={
        <>
          <ViewMenu list={what} />
          <ColumnMenu columns={columns} choice={choice} />
          {download && (
            <DownloadButton size="small" {...download}>
              CSV
            </DownloadButton>
          )}
        </>
      }
    >
      {filters.length > 0 && <RecordFilterBar what={what} filters={filters} view={view} />}
      <RecordRows {...props} columns={shown} />
    </Panel>
  );
}

function RecordRows<Row>(props: RecordListProps<Row>) {
  const { what, title, columns, view, result, rowKey, rowLabel, onRowOpen, bulk, empty } = props;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // Rows that left the page are not meant any more.
  const present = (result.data?.results ?? []).map(rowKey).filter((key) => selected.has(key));
  return (
    <RecordTable
      caption={title}
      {...{ columns, view, result, rowKey, rowLabel, onRowOpen }}
      {...(bulk && { selection: { selected, onChange: setSelected } })}
      empty={empty ?? <EmptyState title={`No ${what} yet`} />}
    >
      {bulk && present.length > 0 && (
        <div className="flex flex-wrap items-center gap-3 border-b border-line px-5 py-3 surface-sunken">
          <p className="text-sm" aria-live="polite">
            {present.length} selected
          </p>
          {bulk(present, () => setSelected(new Set()))}
        </div>
      )}
    </RecordTable>
  );
}
