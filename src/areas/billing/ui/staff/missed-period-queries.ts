import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { listMissedPeriods, proposeMissedPeriod } from '../../wire/index.ts';

// Below those of payments, whose approvals change them.
const missedKey = ['staff', 'payments', 'missed-periods'];

type Proposal = { uuid: string } & CallInput<typeof proposeMissedPeriod>['body'];

export const missedPeriodList = createList(missedKey, listMissedPeriods);

export function useProposeMissedPeriod() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ uuid, ...body }: Proposal) =>
      call(proposeMissedPeriod, { params: { uuid }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: missedKey }),
  });
}
