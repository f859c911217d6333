// What the screens of charts read.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import type { CallInput } from '#lib/endpoint-calls.ts';
import { readDetailedChart } from '../../contract.ts';

export type ChartQuery = NonNullable<CallInput<typeof readDetailedChart>['query']>;

const readerZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** In the reader's own days. */
export const useChart = (query: ChartQuery, { isEnabled = true } = {}) => {
  const asked = { ...query, timezone: readerZone() };
  return useQuery({
    queryKey: ['billing', 'chart', asked],
    queryFn: ({ signal }) => call(readDetailedChart, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
};
