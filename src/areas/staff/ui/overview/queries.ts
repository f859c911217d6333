import { useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { readStaffOverview } from '../../wire/overview.ts';

export const useStaffOverview = () =>
  useQuery({
    queryKey: ['staff', 'overview'],
    queryFn: ({ signal }) => call(readStaffOverview, {}, { signal }),
    refetchInterval: 60_000,
  });
