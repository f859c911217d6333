import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { listOpenWork } from '../../wire/open-work.ts';
import { readStaffOverview } from '../../wire/overview.ts';

const overviewKey = ['staff', 'overview'];
const openWorkKey = ['staff', 'open-work'];

export const useStaffOverview = () =>
  useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) => call(readStaffOverview, {}, { signal }),
    refetchInterval: 60_000,
  });

export const useOpenWork = () =>
  useQuery({
    queryKey: openWorkKey,
    queryFn: ({ signal }) => call(listOpenWork, {}, { signal }),
    refetchInterval: 60_000,
  });

/** The work, and the figures that count it. */
export function useRefreshOpenWork() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [openWorkKey, overviewKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
}
