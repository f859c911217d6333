import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useCall } from '#client/use-call.ts';
import {
  explainClearingItem,
  listBankLines,
  listClearingDays,
  listClearingItems,
  listProviderMovements,
  uploadBankStatement,
} from '../../../wire/clearing.ts';

const clearingKey = ['staff', 'payments', 'clearing'];

export const clearingDayList = createList([...clearingKey, 'days'], listClearingDays);

export const providerMovementList = createList(
  [...clearingKey, 'movements'],
  listProviderMovements,
);

export const useClearingItems = () =>
  useCall([...clearingKey, 'items'], listClearingItems, { query: { page_size: '100' } });

export const bankLineList = createList([...clearingKey, 'lines'], listBankLines);

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
