import type { ReactNode } from 'react';
import { Table, type TableProps } from '../table/Table.tsx';
import { NoMatches } from './NoMatches.tsx';
import { RecordPages, type RecordResult } from './RecordPages.tsx';
import type { RecordView } from './record-filters.ts';

export type RecordTableProps<Row> = Omit<
  TableProps<Row>,
  'rows' | 'isLoading' | 'sort' | 'onSortChange'
> & {
  view: Pick<RecordView, 'page' | 'goToPage' | 'sort' | 'changeSort' | 'active' | 'clear'>;
  result: RecordResult<Row>;
  /** Shown when no row matches the filters; `empty` is shown when there are no rows at all. */
  noMatches?: ReactNode;
  /** Loaded rows stay visible when a refetch fails. */
  keepsDataOnError?: boolean;
  /** Above the list, unless it is empty. */
  filterBar?: ReactNode;
  /** Above the rows. */
  children?: ReactNode;
};

/** No row exists, as opposed to none that matches: there is nothing to filter or to download. */
export const isEmptyList = (
  { data }: RecordResult<unknown>,
  { active, page }: Pick<RecordView, 'active' | 'page'>,
): boolean => data?.count === 0 && active.length === 0 && page === 1;

/** Rows of the API in the order and on the page that the address requests. */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { view, result, noMatches, keepsDataOnError, filterBar, children, ...rest } = props;
  const { empty, ...table } = rest;
  return (
    <>
      {!isEmptyList(result, view) && filterBar}
      <RecordPages result={result} view={view} keepsDataOnError={keepsDataOnError}>
        {children}
        <Table
          {...table}
          rows={result.data?.results ?? []}
          isLoading={result.isPending}
          sort={view.sort}
          onSortChange={view.changeSort}
          empty={view.active.length > 0 ? (noMatches ?? <NoMatches onClear={view.clear} />) : empty}
        />
      </RecordPages>
    </>
  );
}
