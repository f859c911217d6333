import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { listOpenWork } from '../../wire/open-work.ts';
import { readStaffOverview } from '../../wire/overview.ts';

export const useStaffOverview = () =>
  useQuery({
    queryKey: ['staff', 'overview'],
    queryFn: ({ signal }) => call(readStaffOverview, {}, { signal }),
    refetchInterval: 60_000,
  });

const openWorkKey = ['staff', 'open-work'];

export const useOpenWork = () =>
  useQuery({
    queryKey: openWorkKey,
    queryFn: async ({ signal }) => (await call(listOpenWork, {}, { signal })).results,
    refetchInterval: 60_000,
  });

export function useRefreshOpenWork() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: openWorkKey });
}
