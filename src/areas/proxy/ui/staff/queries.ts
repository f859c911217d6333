// Queries and mutations of the shared pool.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { runEach } from '#lib/run-each.ts';
import {
  changePoolCredentials,
  checkPoolProxy,
  deletePoolProxy,
  importPool,
  listPool,
  patchPoolProxy,
} from '../../wire/index.ts';

export const poolKey = ['staff', 'proxies'];
const refreshMs = 15_000;

export const poolList = { ...createList(poolKey, listPool), refetchMs: () => refreshMs };

export function usePoolChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: poolKey }),
  });
}

export const useImportPool = () =>
  usePoolChange((body: CallInput<typeof importPool>['body']) => call(importPool, { body }));

export const useChangePoolCredentials = () =>
  usePoolChange((body: CallInput<typeof changePoolCredentials>['body']) =>
    call(changePoolCredentials, { body }),
  );

export const useCheckPool = () =>
  usePoolChange((id: string) => call(checkPoolProxy, { params: { id } }));

export const useSwitchPool = () =>
  usePoolChange(({ id, is_active }: { id: string; is_active: boolean }) =>
    call(patchPoolProxy, { params: { id }, body: { is_active } }),
  );

export const useSwitchEach = (isActive: boolean) =>
  usePoolChange((ids: string[]) =>
    runEach(ids, (id) => call(patchPoolProxy, { params: { id }, body: { is_active: isActive } })),
  );

export const useRemovePool = () =>
  usePoolChange((id: string) => call(deletePoolProxy, { params: { id } }));

export const useRemoveEach = () =>
  usePoolChange((ids: string[]) => runEach(ids, (id) => call(deletePoolProxy, { params: { id } })));
