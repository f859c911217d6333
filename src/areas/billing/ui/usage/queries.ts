import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { downloadEndpoint } from '#client/download-endpoint.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { listUsage, type UsageGroupWire, type UsageRecordWire } from '../../wire/index.ts';

const usageKey = ['billing', 'usage'];
const emptyPollsMax = 5;

export type UsageQuery = NonNullable<CallInput<typeof listUsage>['query']>;

/** A call is recorded some moments after it was answered. */
type UsageOptions = { isEnabled?: boolean; emptyPollMs?: number };

export const useUsage = (query: UsageQuery, { isEnabled = true, emptyPollMs }: UsageOptions = {}) =>
  useQuery({
    queryKey: [...usageKey, query],
    queryFn: ({ signal }) => call(listUsage, { query }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchInterval: ({ state }) =>
      (state.data?.results.length === 0 && state.dataUpdateCount < emptyPollsMax && emptyPollMs) ||
      false,
  });

export const isGroup = (row: UsageRecordWire | UsageGroupWire): row is UsageGroupWire =>
  'label' in row;
export const isRecord = (row: UsageRecordWire | UsageGroupWire): row is UsageRecordWire =>
  'request_id' in row;

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

export const loadUsageCsv = (query: UsageQuery) =>
  call(downloadEndpoint(listUsage), { query: { ...query, format: 'csv' } });
