import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Transfer } from '../download.ts';
import type { RecordResult } from './RecordPages.tsx';
import type { RecordQuery } from './record-filters.ts';

type RecordPage<Row> = NonNullable<RecordResult<Row>['data']>;

/** A list of the API: its cache key, and how its pages and its file are loaded. */
export type RecordSource<Page> = {
  key: readonly unknown[];
  load: (query: RecordQuery, options: { signal: AbortSignal }) => Promise<Page>;
  loadCsv: (query: RecordQuery, transfer: Transfer) => Promise<Blob>;
  /** False while nothing changes by itself. */
  refetchMs?: (page: Page | undefined) => number | false;
};

/** The rows before stay visible until those of a changed query have come. */
export const useRecords = <Page extends RecordPage<unknown>>(
  { key, load, refetchMs }: RecordSource<Page>,
  query: RecordQuery,
) =>
  useQuery({
    queryKey: [...key, query],
    queryFn: ({ signal }) => load(query, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchMs?.(state.data) ?? false,
  });
