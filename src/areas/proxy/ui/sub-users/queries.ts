// Queries and mutations of sub-users.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { useChange } from '#client/use-call.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import {
  createSubUser,
  deleteSubUser,
  listSubUsers,
  patchSubUser,
  rotateSubUserPassword,
} from '../../wire/index.ts';
import { proxyKey, refreshMs } from '../queries.ts';

export type CreateSubUser = CallInput<typeof createSubUser>['body'];
export type EditSubUser = CallInput<typeof patchSubUser>['body'];

export const useSubUsers = (name: string, page: number) =>
  useQuery({
    queryKey: [...proxyKey, 'sub-users', name, page],
    queryFn: ({ signal }) =>
      call(listSubUsers, { params: { name }, query: { page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });

export const useCreateSubUser = (name: string) =>
  useChange(proxyKey, (body: CreateSubUser) => call(createSubUser, { params: { name }, body }));

export const useEditSubUser = (name: string, id: string) =>
  useChange(proxyKey, (body: EditSubUser) => call(patchSubUser, { params: { name, id }, body }));

export const useRotatePassword = (name: string, id: string) =>
  useChange(proxyKey, () => call(rotateSubUserPassword, { params: { name, id } }));

export const useDeleteSubUser = (name: string, id: string) =>
  useChange(proxyKey, () => call(deleteSubUser, { params: { name, id } }));
