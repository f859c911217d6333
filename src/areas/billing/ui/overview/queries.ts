import { useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { readOverview } from '../../wire/index.ts';

export const useOverview = ({ pollMs = false }: { pollMs?: number | false } = {}) =>
  useQuery({
    queryKey: ['billing', 'overview'],
    queryFn: ({ signal }) => call(readOverview, {}, { signal }),
    // A user who returns from a payment or a new key expects to see it.
    staleTime: 0,
    refetchInterval: pollMs,
  });
