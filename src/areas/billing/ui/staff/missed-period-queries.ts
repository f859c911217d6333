import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { listMissedPeriods, proposeMissedPeriod } from '../../wire/index.ts';

// Below those of payments, whose approvals change them.
const missedKey = ['staff', 'payments', 'missed-periods'];

type ListQuery = NonNullable<CallInput<typeof listMissedPeriods>['query']>;
type Proposal = { uuid: string } & CallInput<typeof proposeMissedPeriod>['body'];

export const useMissedPeriods = (query: ListQuery) =>
  useQuery({
    queryKey: [...missedKey, query],
    queryFn: ({ signal }) => call(listMissedPeriods, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export function useProposeMissedPeriod() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ uuid, ...body }: Proposal) =>
      call(proposeMissedPeriod, { params: { uuid }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: missedKey }),
  });
}
