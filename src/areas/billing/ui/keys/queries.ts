import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import {
  activateApiKey,
  createApiKey,
  deactivateApiKey,
  deleteApiKey,
  listApiKeys,
  patchApiKey,
  revokeApiKey,
  rotateApiKey,
} from '../../wire/index.ts';

const keysKey = ['billing', 'keys'];

export type CreateKey = CallInput<typeof createApiKey>['body'];
export type EditKey = NonNullable<CallInput<typeof patchApiKey>['body']>;

export const keyList = createList(keysKey, listApiKeys);

/** `gcTime` 0: a response may contain a secret key, which must not stay in memory. */
function useKeyChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries({ queryKey: keysKey }),
  });
}

export const useCreateKey = () => useKeyChange((body: CreateKey) => call(createApiKey, { body }));

export const useEditKey = (id: string) =>
  useKeyChange((body: EditKey) => call(patchApiKey, { params: { id }, body }));

export const useSwitchKey = (id: string) =>
  useKeyChange((isActive: boolean) =>
    isActive
      ? call(activateApiKey, { params: { id } })
      : call(deactivateApiKey, { params: { id }, body: {} }),
  );

export const useRotateKey = (id: string) =>
  useKeyChange((body: { overlap_seconds: number }) => call(rotateApiKey, { params: { id }, body }));

export const useRevokeKey = (id: string) =>
  useKeyChange((reason: string) => call(revokeApiKey, { params: { id }, body: { reason } }));

export const useHideKey = (id: string) =>
  useKeyChange(() => call(deleteApiKey, { params: { id } }));
