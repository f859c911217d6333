import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { readDetailedChart } from '../../wire/index.ts';

export type ChartQuery = NonNullable<CallInput<typeof readDetailedChart>['query']>;

const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** By days of the user's time zone. */
export const useChart = (query: ChartQuery, { isEnabled = true } = {}) => {
  const zonedQuery = { ...query, timezone: browserTimeZone() };
  return useQuery({
    queryKey: ['billing', 'chart', zonedQuery],
    queryFn: ({ signal }) => call(readDetailedChart, { query: zonedQuery }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
};
