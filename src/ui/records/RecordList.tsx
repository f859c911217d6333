// The console's list: filters in the address, columns and views of one's own, selection, keys, and
// the same rows as a file.
import { type ReactNode, useState } from 'react';
import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { LoadError } from '../LoadError.tsx';
import { Pagination } from '../Pagination.tsx';
import { Panel } from '../Panel.tsx';
import { type Column, Table } from '../Table.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { FileButton } from './FileButton.tsx';
import { useHiddenColumns } from './kept-choices.ts';
import { RecordFilterBar } from './RecordFilterBar.tsx';
import type { RecordFilter, RecordView } from './record-filters.ts';
import { ViewMenu } from './ViewMenu.tsx';

/** A page of the API, as a query hook gives it. */
export type RecordResult<Row> = {
  data?:
    | {
        results: readonly Row[];
        count: number;
        page_size: number;
        count_is_estimate?: boolean | undefined;
      }
    | undefined;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

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
  /** Saves what the filters let through as a file. */
  download?: () => Promise<void>;
  /** Buttons for the selected rows; `done` clears the selection. */
  bulk?: (selected: readonly string[], done: () => void) => ReactNode;
  /** Stands there when there is nothing at all. */
  empty?: ReactNode;
};

export function RecordList<Row>(props: RecordListProps<Row>) {
  const { what, title, columns, filters, view, result, download } = props;
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
          {download && <FileButton download={download}>CSV</FileButton>}
        </>
      }
    >
      {filters.length > 0 && <RecordFilterBar what={what} filters={filters} view={view} />}
      {result.error ? (
        <div className="p-5">
          <LoadError
            message={result.error.message}
            onRetry={() => result.refetch()}
            isRetrying={result.isFetching}
          />
        </div>
      ) : (
        <RecordRows {...props} columns={shown} />
      )}
    </Panel>
  );
}

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState title="Nothing matches" action={<Button onClick={onClear}>Clear filters</Button>}>
    Try fewer filters or other words.
  </EmptyState>
);

function RecordRows<Row>(props: RecordListProps<Row>) {
  const { what, columns, view, result, bulk } = props;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { results = [], count = 0, page_size = 20, count_is_estimate } = result.data ?? {};
  // Rows that left the page are not meant any more.
  const present = results.map(props.rowKey).filter((key) => selected.has(key));
  return (
    <>
      {bulk && present.length > 0 && (
        <div className="flex flex-wrap items-center gap-3 border-b border-line px-5 py-3 surface-sunken">
          <p className="text-sm" aria-live="polite">
            {present.length} selected
          </p>
          {bulk(present, () => setSelected(new Set()))}
        </div>
      )}
      <Table
        caption={props.title}
        columns={columns}
        rows={results}
        rowKey={props.rowKey}
        isLoading={result.isPending}
        sort={view.sort}
        onSortChange={view.changeSort}
        {...(props.rowLabel && { rowLabel: props.rowLabel })}
        {...(props.onRowOpen && { onRowOpen: props.onRowOpen })}
        {...(bulk && { selection: { selected, onChange: setSelected } })}
        empty={
          view.active.length > 0 ? (
            <NoMatch onClear={view.clear} />
          ) : (
            (props.empty ?? <EmptyState title={`No ${what} yet`} />)
          )
        }
      />
      {count > page_size && (
        <div className="border-t border-line px-5 py-3">
          <Pagination
            page={view.page}
            pageSize={page_size}
            rowsCount={count}
            isEstimate={count_is_estimate}
            onPageChange={view.turnTo}
          />
        </div>
      )}
    </>
  );
}
