import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { listImpersonations } from '../../wire/impersonations.ts';

export const useImpersonations = (page: string) =>
  useQuery({
    queryKey: ['staff', 'impersonations', page],
    queryFn: ({ signal }) => call(listImpersonations, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });
