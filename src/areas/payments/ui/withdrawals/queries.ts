import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import {
  cancelWithdrawal,
  createWithdrawal,
  listWithdrawals,
  readWithdrawal,
  readWithdrawalOptions,
} from '../../wire/withdrawals.ts';
import { paymentsKey } from '../queries.ts';

const withdrawalsKey = [...paymentsKey, 'withdrawals'];

export type WithdrawalBody = CallInput<typeof createWithdrawal>['body'];

export const withdrawalList = createList([...withdrawalsKey, 'list'], listWithdrawals);

/** Never cached: the balance changes. */
export const useWithdrawalOptions = (currency: string) =>
  useQuery({
    queryKey: [...withdrawalsKey, 'options', currency],
    queryFn: ({ signal }) => call(readWithdrawalOptions, { query: { currency } }, { signal }),
    gcTime: 0,
  });

export const useWithdrawal = (uuid: string) =>
  useQuery({
    queryKey: [...withdrawalsKey, 'one', uuid],
    queryFn: ({ signal }) => call(readWithdrawal, { params: { uuid } }, { signal }),
  });

/** The balance changes with each request. */
function useWithdrawalChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: paymentsKey }),
  });
}

export const useCreateWithdrawal = () =>
  useWithdrawalChange(({ body, key }: { body: WithdrawalBody; key: string }) =>
    call(createWithdrawal, { body }, { idempotencyKey: key }),
  );

export const useCancelWithdrawal = (uuid: string) =>
  useWithdrawalChange(() => call(cancelWithdrawal, { params: { uuid } }));

export const loadWithdrawalSchema = () =>
  import('../../wire/withdrawals.form.ts').then((module) => module.createWithdrawalBody);
