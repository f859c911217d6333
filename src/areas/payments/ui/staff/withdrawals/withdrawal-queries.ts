import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useCall } from '#client/use-call.ts';
import {
  approveWithdrawal,
  listStaffWithdrawals,
  readStaffWithdrawal,
  rejectWithdrawal,
  returnWithdrawal,
  settleWithdrawal,
} from '../../../wire/staff-withdrawals.ts';

const withdrawalsKey = ['staff', 'payments', 'withdrawals'];

export const staffWithdrawalList = createList([...withdrawalsKey, 'list'], listStaffWithdrawals);

export const useStaffWithdrawal = (uuid: string) =>
  useCall([...withdrawalsKey, 'one', uuid], readStaffWithdrawal, { params: { uuid } });

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
  import('../../../wire/withdrawals.form.ts').then((module) => module.settleWithdrawalBody);
