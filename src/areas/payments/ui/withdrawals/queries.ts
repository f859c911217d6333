import { useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useCall, useChange } from '#client/use-call.ts';
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
  useCall([...withdrawalsKey, 'one', uuid], readWithdrawal, { params: { uuid } });

export const useCreateWithdrawal = () =>
  useChange(paymentsKey, ({ body, key }: { body: WithdrawalBody; key: string }) =>
    call(createWithdrawal, { body }, { idempotencyKey: key }),
  );

export const useCancelWithdrawal = (uuid: string) =>
  useChange(paymentsKey, () => call(cancelWithdrawal, { params: { uuid } }));

export const loadWithdrawalSchema = () =>
  import('../../wire/withdrawals.form.ts').then((module) => module.createWithdrawalBody);
