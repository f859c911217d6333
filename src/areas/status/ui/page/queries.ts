import { useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { readStatus } from '../../wire/status.ts';

/** Repeated every 30 seconds while the page is visible. */
export const useStatus = () =>
  useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => call(readStatus, {}, { signal, isAnonymous: true }),
    refetchInterval: 30_000,
  });
