import type { ReactNode } from 'react';
import { Table, type TableProps } from '../Table.tsx';
import { NoMatch } from './NoMatch.tsx';
import { RecordPages, type RecordResult } from './RecordPages.tsx';
import type { RecordView } from './record-filters.ts';

export type RecordTableProps<Row> = Omit<
  TableProps<Row>,
  'rows' | 'isLoading' | 'sort' | 'onSortChange'
> & {
  view: Pick<RecordView, 'page' | 'turnTo' | 'sort' | 'changeSort' | 'active' | 'clear'>;
  result: RecordResult<Row>;
  /** Stands there when the filters let nothing through, as `empty` does when there is nothing. */
  noMatch?: ReactNode;
  /** What is there stays when asking for it again fails. */
  isKept?: boolean;
  /** Stands above the rows. */
  children?: ReactNode;
};

/** Rows of the API in the order, and on the page, that the address asks for. */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { view, result, noMatch, isKept, children, empty, ...table } = props;
  return (
    <RecordPages result={result} view={view} isKept={isKept}>
      {children}
      <Table
        {...table}
        rows={result.data?.results ?? []}
        isLoading={result.isPending}
        sort={view.sort}
        onSortChange={view.changeSort}
        empty={view.active.length > 0 ? (noMatch ?? <NoMatch onClear={view.clear} />) : empty}
      />
    </RecordPages>
  );
}
