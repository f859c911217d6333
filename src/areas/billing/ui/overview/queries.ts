import { useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { readOverview } from '../../contract.ts';

export const useOverview = () =>
  useQuery({
    queryKey: ['billing', 'overview'],
    queryFn: ({ signal }) => call(readOverview, {}, { signal }),
    // Coming back from a payment or a new key, a person expects to see it.
    staleTime: 0,
  });
