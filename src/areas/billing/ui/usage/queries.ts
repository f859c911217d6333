import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import type { CallOptions } from '#client/call.ts';
import { downloadEndpoint } from '#client/download-endpoint.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { listUsage, type UsageGroupWire, type UsageRecordWire } from '../../wire/index.ts';

const usageKey = ['billing', 'usage'];
const emptyPollsMax = 5;
/** Only while the tab is visible: decision 0020. */
const livePollMs = 4000;

export type UsageQuery = NonNullable<CallInput<typeof listUsage>['query']>;

/** A call is recorded some moments after it was answered. */
type UsageOptions = { isEnabled?: boolean; emptyPollMs?: number; isLive?: boolean };

export const useUsage = (
  query: UsageQuery,
  { isEnabled = true, emptyPollMs, isLive = false }: UsageOptions = {},
) =>
  useQuery({
    queryKey: [...usageKey, query],
    queryFn: ({ signal }) => call(listUsage, { query }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchInterval: ({ state }) =>
      (isLive && livePollMs) ||
      (state.data?.results.length === 0 && state.dataUpdateCount < emptyPollsMax && emptyPollMs) ||
      false,
  });

export const isGroup = (row: UsageRecordWire | UsageGroupWire): row is UsageGroupWire =>
  'label' in row;
export const isRecord = (row: UsageRecordWire | UsageGroupWire): row is UsageRecordWire =>
  'request_id' in row;

/** Calls of the time that failed, by error code, most frequent first. */
export const useTopErrors = (query: UsageQuery) =>
  useQuery({
    queryKey: [...usageKey, 'errors', query],
    queryFn: async ({ signal }) => {
      const grouped = { ...query, group_by: 'error_code', page_size: '10' } as const;
      const { results } = await call(listUsage, { query: grouped }, { signal });
      return results.filter(isGroup);
    },
    placeholderData: keepPreviousData,
  });

/** Paths called in the last 90 days, most used first. */
export const useCalledPaths = () =>
  useQuery({
    queryKey: [...usageKey, 'paths'],
    queryFn: async ({ signal }) => {
      const query = { group_by: 'endpoint', period: '90d', page_size: '100' } as const;
      const { results } = await call(listUsage, { query }, { signal });
      const paths = results.filter(isGroup).map(({ key }) => key.replace(/^[A-Z]+ /, ''));
      return [...new Set(paths)].filter(Boolean);
    },
  });

export const loadUsageCsv = (query: UsageQuery, transfer: CallOptions) =>
  call(downloadEndpoint(listUsage), { query: { ...query, format: 'csv' } }, transfer);
