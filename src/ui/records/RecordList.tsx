// A list of records: filters in the address, a choice of columns, saved views, selection, keyboard
// navigation and a download of the rows.
import { type ReactNode, useState } from 'react';
import { DownloadButton, type DownloadButtonProps } from '../DownloadButton.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { Panel } from '../Panel.tsx';
import type { Column } from '../table/Table.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { RecordFilterBar } from './RecordFilterBar.tsx';
import type { RecordResult } from './RecordPages.tsx';
import { isEmptyList, RecordTable } from './RecordTable.tsx';
import type { RecordFilter, RecordView } from './record-filters.ts';
import { useHiddenColumns } from './saved-choices.ts';
import { ViewMenu } from './ViewMenu.tsx';

export type RecordListProps<Row> = {
  /** The kind of rows, in the plural: "users". Names the list and its stored settings. */
  what: string;
  title: string;
  columns: readonly Column<Row>[];
  filters: readonly RecordFilter[];
  view: RecordView;
  result: RecordResult<Row>;
  rowKey: (row: Row) => string;
  rowLabel?: (row: Row) => string;
  onRowOpen?: (row: Row) => void;
  /** A download of all rows that match the filters. */
  download?: Pick<DownloadButtonProps, 'load' | 'fileName'>;
  /** Buttons for the selected rows; `done` clears the selection. */
  bulk?: (selected: readonly string[], done: () => void) => ReactNode;
  /** Shown when there are no rows at all. */
  empty?: ReactNode;
};

export function RecordList<Row>(props: RecordListProps<Row>) {
  const { what, title, columns, view, result, download } = props;
  const choice = useHiddenColumns(what);
  const visible = columns.filter(({ key }, at) => at === 0 || !choice.hidden.includes(key));
  return (
    <Panel
      title={title}
      isFlush
      actions={
        !isEmptyList(result, view) && (
          <>
            <ViewMenu list={what} />
            <ColumnMenu columns={columns} choice={choice} />
            {download && (
              <DownloadButton size="small" {...download}>
                CSV
              </DownloadButton>
            )}
          </>
        )
      }
    >
      <RecordRows {...props} columns={visible} />
    </Panel>
  );
}

function RecordRows<Row>(props: RecordListProps<Row>) {
  const { what, title, columns, filters, view, result, bulk, empty } = props;
  const { rowKey, rowLabel, onRowOpen } = props;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // Rows that are no longer on the page are not selected.
  const present = (result.data?.results ?? []).map(rowKey).filter((key) => selected.has(key));
  return (
    <RecordTable
      caption={title}
      {...{ columns, view, result, rowKey, rowLabel, onRowOpen }}
      {...(bulk && { selection: { selected, onChange: setSelected } })}
      empty={empty ?? <EmptyState title={`No ${what} yet`} />}
      filterBar={
        filters.length > 0 && <RecordFilterBar what={what} filters={filters} view={view} />
      }
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
