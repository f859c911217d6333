// Queries and mutations of the sources of a resource. Those of the pool are in staff/.

import { useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { useChange } from '#client/use-call.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import type { RecordResult } from '#ui/records/RecordPages.tsx';
import {
  createSource,
  deleteSource,
  listSources,
  type ProxySourceWire,
  refreshSource,
  updateSource,
} from '../../wire/index.ts';
import { proxyKey } from '../queries.ts';

export type SourceBody = CallInput<typeof createSource>['body'];
export type SourceChanges = NonNullable<CallInput<typeof updateSource>['body']>;
export type CreateInput = { body: SourceBody; idempotencyKey: string };
export type UpdateInput = { id: string; body: SourceChanges };

/** What the panel of sources needs, of a resource or of the pool. */
export type SourceCalls = {
  result: RecordResult<ProxySourceWire>;
  create: (input: CreateInput) => Promise<ProxySourceWire>;
  update: (input: UpdateInput) => Promise<ProxySourceWire>;
  refresh: (id: string) => Promise<ProxySourceWire>;
  remove: (id: string) => Promise<unknown>;
};

/** Refreshes run in the background. */
export const refreshMs = 10_000;
/** More than there can be. */
export const everySource = { page_size: '100' };

export const useResourceSources = (name: string): SourceCalls => ({
  result: useQuery({
    queryKey: [...proxyKey, 'sources', name],
    queryFn: ({ signal }) =>
      call(listSources, { params: { name }, query: everySource }, { signal }),
    refetchInterval: refreshMs,
  }),
  create: useChange(proxyKey, ({ body, idempotencyKey }: CreateInput) =>
    call(createSource, { params: { name }, body }, { idempotencyKey }),
  ).mutateAsync,
  update: useChange(proxyKey, ({ id, body }: UpdateInput) =>
    call(updateSource, { params: { name, id }, body }),
  ).mutateAsync,
  refresh: useChange(proxyKey, (id: string) => call(refreshSource, { params: { name, id } }))
    .mutateAsync,
  remove: useChange(proxyKey, (id: string) => call(deleteSource, { params: { name, id } }))
    .mutateAsync,
});
