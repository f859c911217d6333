// A list of records: filters in the address, a choice of columns, saved views, selection, keyboard
// navigation and a download of the rows.
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { capitalize } from '#lib/format.ts';
import { DownloadButton } from '../DownloadButton.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { Panel } from '../Panel.tsx';
import type { Column } from '../table/Table.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { NoMatches, type NoMatchesProps } from './NoMatches.tsx';
import { RecordFilterBar } from './RecordFilterBar.tsx';
import type { RecordResult } from './RecordPages.tsx';
import { isEmptyList, RecordTable, type RecordTableProps } from './RecordTable.tsx';
import {
  type RecordFilter,
  type RecordQuery,
  type RecordView,
  useRecordView,
} from './record-filters.ts';
import { useHiddenColumns } from './saved-choices.ts';
import { type RecordSource, useRecords } from './use-records.ts';
import { ViewMenu } from './ViewMenu.tsx';

type RecordListProps<Row> = Pick<
  RecordTableProps<Row>,
  'rowKey' | 'rowLabel' | 'onRowOpen' | 'skeletonRowsCount' | 'keepsDataOnError' | 'empty'
> & {
  /** The kind of rows, in the plural: "users". Names the list and its stored settings. */
  what: string;
  title?: string;
  list: RecordSource<RecordPage<Row>>;
  /** Of the list, beside what the filters say. */
  query?: RecordQuery;
  columns: readonly Column<Row>[];
  filters?: readonly RecordFilter[];
  /** The API's names of the columns that rows can be sorted by. */
  sortable?: readonly string[];
  /** The address that a row opens. */
  rowPath?: (row: Row) => string;
  /** The file name of all rows that match the filters. */
  csv?: string;
  /** Buttons for the selected rows; `done` clears the selection. */
  bulk?: ((selected: readonly string[], done: () => void) => ReactNode) | false;
  noMatches?: Omit<NoMatchesProps, 'onClear'>;
  /** Without saved views and a choice of columns, as customers see lists. */
  isPlain?: boolean;
};
type RecordPage<Row> = NonNullable<RecordResult<Row>['data']>;

export function RecordList<Row>(props: RecordListProps<Row>) {
  const { list, query, sortable = [], csv, isPlain, filters = [], ...rows } = props;
  const { what, title } = rows;
  const view = useRecordView(filters, sortable);
  const result = useRecords(list, { ...view.query, ...query });
  const choice = useHiddenColumns(what);
  const columns = rows.columns
    .filter(({ key }, at) => at === 0 || !choice.hidden.includes(key))
    .map((column) => ({ ...column, isSortable: sortable.includes(column.key) }));
  const actions = !isEmptyList(result, view) && (csv || !isPlain) && (
    <>
      {!isPlain && <ViewMenu list={what} />}
      {!isPlain && <ColumnMenu columns={rows.columns} choice={choice} />}
      {csv && (
        <DownloadButton
          size="small"
          load={(transfer) => list.loadCsv({ ...view.exportQuery, ...query }, transfer)}
          fileName={csv}
        >
          {isPlain ? 'Export CSV' : 'CSV'}
        </DownloadButton>
      )}
    </>
  );
  return (
    <Panel title={title} isFlush actions={actions}>
      <RecordRows {...rows} columns={columns} filters={filters} view={view} result={result} />
    </Panel>
  );
}

type RecordRowsProps<Row> = Omit<
  RecordListProps<Row>,
  'list' | 'query' | 'sortable' | 'csv' | 'isPlain'
> & {
  filters: readonly RecordFilter[];
  view: RecordView;
  result: RecordResult<Row>;
};

function RecordRows<Row>(props: RecordRowsProps<Row>) {
  const { what, title, columns, filters, view, result, bulk, noMatches, rowPath, ...table } = props;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const navigate = useNavigate();
  // Rows that are no longer on the page are not selected.
  const keys = (result.data?.results ?? []).map(table.rowKey);
  const present = keys.filter((key) => selected.has(key));
  return (
    <RecordTable
      {...table}
      caption={title ?? capitalize(what)}
      columns={columns}
      view={view}
      result={result}
      {...(rowPath && { onRowOpen: (row: Row) => navigate(rowPath(row)) })}
      {...(bulk && { selection: { selected, onChange: setSelected } })}
      empty={props.empty ?? <EmptyState title={`No ${what} yet`} />}
      noMatches={noMatches && <NoMatches {...noMatches} onClear={view.clear} />}
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
