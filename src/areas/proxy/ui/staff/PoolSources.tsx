import { useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { useChange } from '#client/use-call.ts';
import { useViewer } from '#client/viewer.ts';
import {
  createPoolSource,
  deletePoolSource,
  listPoolSources,
  refreshPoolSource,
  updatePoolSource,
} from '../../wire/index.ts';
import {
  type CreateInput,
  everySource,
  refreshMs,
  type SourceCalls,
  type UpdateInput,
} from '../sources/queries.ts';
import { SourcesPanel } from '../sources/SourcesPanel.tsx';
import { poolKey } from './queries.ts';

const usePoolSources = (): SourceCalls => ({
  result: useQuery({
    queryKey: [...poolKey, 'sources'],
    queryFn: ({ signal }) => call(listPoolSources, { query: everySource }, { signal }),
    refetchInterval: refreshMs,
  }),
  create: useChange(poolKey, ({ body, idempotencyKey }: CreateInput) =>
    call(createPoolSource, { body }, { idempotencyKey }),
  ).mutateAsync,
  update: useChange(poolKey, ({ id, body }: UpdateInput) =>
    call(updatePoolSource, { params: { id }, body }),
  ).mutateAsync,
  refresh: useChange(poolKey, (id: string) => call(refreshPoolSource, { params: { id } }))
    .mutateAsync,
  remove: useChange(poolKey, (id: string) => call(deletePoolSource, { params: { id } }))
    .mutateAsync,
});

/** The sources of the shared pool. */
export const PoolSources = () => (
  <SourcesPanel calls={usePoolSources()} mayWrite={useViewer().may('proxies.write')} />
);
