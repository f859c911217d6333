// Queries and mutations of the data proxy.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useChange } from '#client/use-call.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import {
  addProxies,
  blockProxy,
  changeCredentials,
  createResource,
  deleteProxy,
  deleteResource,
  fetchThrough,
  listProxies,
  listResources,
  patchResource,
  readProxyStatistics,
  readResource,
  releaseProxy,
  testProxy,
} from '../wire/index.ts';

export const proxyKey = ['proxy'];
/** Health, blocks and statistics change without user action. */
export const refreshMs = 10_000;

export type ResourceBody = CallInput<typeof createResource>['body'];
export type ResourceChanges = CallInput<typeof patchResource>['body'];
export type ImportBody = NonNullable<CallInput<typeof addProxies>['body']>;
export type FetchBody = CallInput<typeof fetchThrough>['body'];

export const resourceList = {
  ...createList([...proxyKey, 'resources'], listResources),
  refetchMs: () => refreshMs,
};

export const useResource = (name: string) =>
  useQuery({
    queryKey: [...proxyKey, 'resource', name],
    queryFn: ({ signal }) => call(readResource, { params: { name } }, { signal }),
    refetchInterval: refreshMs,
  });

export const proxyList = (name: string) => ({
  ...createList([...proxyKey, 'proxies'], listProxies, { name }),
  refetchMs: () => refreshMs,
});

export const useProxyStatistics = (name: string, period: '24h' | '7d' | '30d') =>
  useQuery({
    queryKey: [...proxyKey, 'statistics', name, period],
    queryFn: ({ signal }) =>
      call(readProxyStatistics, { params: { name }, query: { period } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });

export const useCreateResource = () =>
  useChange(proxyKey, (body: ResourceBody) => call(createResource, { body }));

export const useEditResource = (name: string) =>
  useChange(proxyKey, (body: ResourceChanges) => call(patchResource, { params: { name }, body }));

export const useDeleteResource = (name: string) =>
  useChange(proxyKey, () => call(deleteResource, { params: { name } }));

export const useAddProxies = (name: string) =>
  useChange(proxyKey, (body: ImportBody) => call(addProxies, { params: { name }, body }));

export const useChangeCredentials = (name: string) =>
  useChange(proxyKey, (body: CallInput<typeof changeCredentials>['body']) =>
    call(changeCredentials, { params: { name }, body }),
  );

export const useBlock = (resource: string) =>
  useChange(proxyKey, (proxy: string) =>
    call(blockProxy, { body: { resource, proxy, reason: 'other' } }),
  );

export const useRelease = (name: string) =>
  useChange(proxyKey, (id: string) => call(releaseProxy, { params: { name, id } }));

export const useTest = (name: string) =>
  useChange(proxyKey, (id: string) => call(testProxy, { params: { name, id } }));

export const useRemove = (name: string) =>
  useChange(proxyKey, (id: string) => call(deleteProxy, { params: { name, id } }));

export const useFetch = (name: string) =>
  useChange(proxyKey, (body: FetchBody) => call(fetchThrough, { params: { name }, body }));
