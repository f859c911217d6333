// Queries and mutations of the shared pool.

import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useChange } from '#client/use-call.ts';
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

export const useImportPool = () =>
  useChange(poolKey, (body: CallInput<typeof importPool>['body']) => call(importPool, { body }));

export const useChangePoolCredentials = () =>
  useChange(poolKey, (body: CallInput<typeof changePoolCredentials>['body']) =>
    call(changePoolCredentials, { body }),
  );

export const useCheckPool = () =>
  useChange(poolKey, (id: string) => call(checkPoolProxy, { params: { id } }));

export const useSwitchPool = () =>
  useChange(poolKey, ({ id, is_active }: { id: string; is_active: boolean }) =>
    call(patchPoolProxy, { params: { id }, body: { is_active } }),
  );

export const useSwitchEach = (isActive: boolean) =>
  useChange(poolKey, (ids: string[]) =>
    runEach(ids, (id) => call(patchPoolProxy, { params: { id }, body: { is_active: isActive } })),
  );

export const useRemovePool = () =>
  useChange(poolKey, (id: string) => call(deletePoolProxy, { params: { id } }));

export const useRemoveEach = () =>
  useChange(poolKey, (ids: string[]) =>
    runEach(ids, (id) => call(deletePoolProxy, { params: { id } })),
  );
