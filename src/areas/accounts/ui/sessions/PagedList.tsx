import type { ReactNode } from 'react';
import { RecordPages, type RecordPagesProps, type RecordResult } from '#ui/records/RecordPages.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';

const Loading = ({ label }: { label: string }) => (
  <div className="grid gap-6 p-5">
    <VisuallyHidden>{label}</VisuallyHidden>
    <Skeleton className="h-5 w-full" linesCount={2} />
    <Skeleton className="h-5 w-full" linesCount={2} />
    <Skeleton className="h-5 w-full" linesCount={2} />
  </div>
);

type PagedListProps<Row> = {
  result: RecordResult<Row>;
  view: RecordPagesProps['view'];
  loadingLabel: string;
  empty: ReactNode;
  /** Renders a row as a list item with its key. */
  children: (row: Row) => ReactNode;
};

/** Rows with dividers, and pagination if there is more than one page. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { result, view, loadingLabel, empty, children } = props;
  const { results = [] } = result.data ?? {};
  return (
    <RecordPages result={result} view={view} keepsDataOnError>
      {result.isPending && <Loading label={loadingLabel} />}
      {!result.isPending && results.length === 0 && empty}
      {results.length > 0 && <ul className="divide-y divide-line">{results.map(children)}</ul>}
    </RecordPages>
  );
}
