import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#lib/endpoint.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { call } from './api.ts';

/** What an endpoint returns, cached under the key. */
export const useCall = <const E extends Endpoint>(
  queryKey: QueryKey,
  endpoint: E,
  input: CallInput<E>,
) => useQuery({ queryKey, queryFn: ({ signal }) => call<E>(endpoint, input, { signal }) });

/** A change, after which everything below the key is loaded again. */
export function useChange<Input, Output>(
  queryKey: QueryKey,
  mutationFn: (input: Input) => Promise<Output>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
