import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import type { Scope } from '#lib/scopes.ts';
import {
  answerAppRequest,
  disconnectApp,
  listConnectedApps,
  readAppRequest,
} from '../../wire/apps.ts';

const appsKey = ['accounts', 'apps'];

/** The parameters with which the app has sent the person here. */
export type AppParameters = { client_id: string; [name: string]: string };

export const useAppRequest = (query: AppParameters) =>
  useQuery({
    queryKey: [...appsKey, 'request', query],
    queryFn: ({ signal }) => call(readAppRequest, { query }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export type AppAnswer = { is_allowed: boolean; scopes: Scope[]; may_change: boolean };

export const useAnswerAppRequest = (query: AppParameters) =>
  useMutation({
    mutationFn: (answer: AppAnswer) => call(answerAppRequest, { body: { ...query, ...answer } }),
  });

export const useConnectedApps = (page: number) =>
  useQuery({
    queryKey: [...appsKey, page],
    queryFn: ({ signal }) => call(listConnectedApps, { query: { page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
  });

export function useDisconnectApp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(disconnectApp, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['accounts'] }),
  });
}
