import type { ReactNode } from 'react';
import { LoadError } from '../LoadError.tsx';
import { Pagination } from '../Pagination.tsx';

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

export type RecordPagesProps = {
  result: RecordResult<unknown>;
  view: { page: number; goToPage: (page: number) => void };
  /** Loaded rows stay visible when a refetch fails. */
  keepsDataOnError?: boolean | undefined;
  children: ReactNode;
};

/** One page of rows with the way to the others, or why there is none. */
export function RecordPages({ result, view, keepsDataOnError, children }: RecordPagesProps) {
  const { data, error, isFetching, refetch } = result;
  if (error && !(keepsDataOnError && data))
    return (
      <div className="p-5">
        <LoadError message={error.message} onRetry={() => refetch()} isRetrying={isFetching} />
      </div>
    );
  return (
    <>
      {children}
      {data && data.count > data.page_size && (
        <div className="border-t border-line px-5 py-3">
          <Pagination
            page={view.page}
            pageSize={data.page_size}
            rowsCount={data.count}
            isEstimate={data.count_is_estimate}
            onPageChange={view.goToPage}
          />
        </div>
      )}
    </>
  );
}
