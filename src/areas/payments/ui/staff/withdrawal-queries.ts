import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { downloadEndpoint } from '#client/download-endpoint.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import {
  approveWithdrawal,
  listStaffWithdrawals,
  readStaffWithdrawal,
  rejectWithdrawal,
  returnWithdrawal,
  settleWithdrawal,
} from '../../wire/staff-withdrawals.ts';

const withdrawalsKey = ['staff', 'payments', 'withdrawals'];

type WithdrawalQuery = NonNullable<CallInput<typeof listStaffWithdrawals>['query']>;

export const useStaffWithdrawals = (query: WithdrawalQuery) =>
  useQuery({
    queryKey: [...withdrawalsKey, 'list', query],
    queryFn: ({ signal }) => call(listStaffWithdrawals, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const loadWithdrawalsCsv = (query: WithdrawalQuery) =>
  call(downloadEndpoint(listStaffWithdrawals), { query: { ...query, format: 'csv' } });

export const useStaffWithdrawal = (uuid: string) =>
  useQuery({
    queryKey: [...withdrawalsKey, 'one', uuid],
    queryFn: ({ signal }) => call(readStaffWithdrawal, { params: { uuid } }, { signal }),
  });

/** What finance does with a withdrawal. */
export function useWithdrawalSteps(uuid: string) {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: withdrawalsKey }),
  });
  const params = { uuid };
  return {
    approve: () => mutateAsync(() => call(approveWithdrawal, { params })),
    reject: (reason: string) =>
      mutateAsync(() => call(rejectWithdrawal, { params, body: { reason } })),
    settle: (reference: string, idempotencyKey?: string) =>
      mutateAsync(() =>
        call(
          settleWithdrawal,
          { params, body: { reference } },
          idempotencyKey ? { idempotencyKey } : {},
        ),
      ),
    giveBack: (reason: string) =>
      mutateAsync(() => call(returnWithdrawal, { params, body: { reason } })),
  };
}

export const loadSettleSchema = () =>
  import('../../wire/withdrawals.form.ts').then((module) => module.settleWithdrawalBody);
