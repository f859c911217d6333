import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { downloadEndpoint } from '#client/download-endpoint.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { listAuditEntries } from '../../wire/audit.ts';

type AuditQuery = NonNullable<CallInput<typeof listAuditEntries>['query']>;

export const useAudit = (query: AuditQuery) =>
  useQuery({
    queryKey: ['staff', 'audit', query],
    queryFn: ({ signal }) => call(listAuditEntries, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const loadAuditCsv = (query: AuditQuery) =>
  call(downloadEndpoint(listAuditEntries), { query: { ...query, format: 'csv' } });
