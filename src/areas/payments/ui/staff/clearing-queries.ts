import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { downloadEndpoint } from '#client/download-endpoint.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import {
  explainClearingItem,
  listBankLines,
  listClearingDays,
  listClearingItems,
  listProviderMovements,
  uploadBankStatement,
} from '../../wire/clearing.ts';

const clearingKey = ['staff', 'payments', 'clearing'];

type DayQuery = NonNullable<CallInput<typeof listClearingDays>['query']>;
type MovementQuery = NonNullable<CallInput<typeof listProviderMovements>['query']>;
type LineQuery = NonNullable<CallInput<typeof listBankLines>['query']>;

export const useClearingDays = (query: DayQuery) =>
  useQuery({
    queryKey: [...clearingKey, 'days', query],
    queryFn: ({ signal }) => call(listClearingDays, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const loadDaysCsv = (query: DayQuery) =>
  call(downloadEndpoint(listClearingDays), { query: { ...query, format: 'csv' } });

export const useMovements = (query: MovementQuery) =>
  useQuery({
    queryKey: [...clearingKey, 'movements', query],
    queryFn: ({ signal }) => call(listProviderMovements, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const loadMovementsCsv = (query: MovementQuery) =>
  call(downloadEndpoint(listProviderMovements), { query: { ...query, format: 'csv' } });

export const useClearingItems = () =>
  useQuery({
    queryKey: [...clearingKey, 'items'],
    queryFn: ({ signal }) => call(listClearingItems, { query: { page_size: '100' } }, { signal }),
  });

export const useBankLines = (query: LineQuery) =>
  useQuery({
    queryKey: [...clearingKey, 'lines', query],
    queryFn: ({ signal }) => call(listBankLines, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export function useExplainItem() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, note }: { id: string; note: string }) =>
      call(explainClearingItem, { params: { id }, body: { note } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clearingKey }),
  });
}

export function useUploadStatement() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => call(uploadBankStatement, { files: { file } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: clearingKey }),
  });
}
