// Queries and mutations of the batches.

import { useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import type { CallOptions } from '#client/call.ts';
import { downloadEndpoint } from '#client/download-endpoint.ts';
import { useChange } from '#client/use-call.ts';
import { useLongWork } from '#client/use-long-work.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import * as contract from '../../wire/index.ts';

export const batchesKey = ['customs', 'batches'];
const liveKeys = [batchesKey];

export const isRunning = ({ status }: contract.BatchWire): boolean => status === 'running';

export const useBatches = (page: string) =>
  useLongWork({
    queryKey: [...batchesKey, 'list', page],
    topic: 'customs',
    liveKeys,
    load: (signal) => call(contract.listBatches, { query: { page } }, { signal }),
    isRunning: ({ results }) => results.some(isRunning),
  });

const problemsMax = '100';

export const useFailedEntries = (id: string, isOpen: boolean) =>
  useQuery({
    queryKey: [...batchesKey, 'failed', id],
    queryFn: ({ signal }) => {
      const query = { status: 'failed' as const, page_size: problemsMax };
      return call(contract.readBatchResult, { params: { id }, query }, { signal });
    },
    enabled: isOpen,
  });

export const loadResult = (id: string, transfer: CallOptions): Promise<Blob> =>
  call(
    downloadEndpoint(contract.readBatchResult),
    { params: { id }, query: { format: 'csv' } },
    transfer,
  );

export type BatchFile = CallInput<typeof contract.createBatch>['body'];
export type BatchPreview = { lines: number; calculations: number; quota_suffices: boolean };

/** What the file costs. Nothing is stored, started or counted. */
export async function previewBatch(body: BatchFile): Promise<BatchPreview> {
  const previewed = await call(contract.createBatch, { body, query: { preview: 'true' } });
  if ('quota_suffices' in previewed) return previewed;
  throw new Error('The server started the file instead of checking it.');
}

export const useStartBatch = () =>
  useChange(batchesKey, async ({ body, key }: { body: BatchFile; key: string }) => {
    const started = await call(contract.createBatch, { body }, { idempotencyKey: key });
    if ('id' in started) return started;
    throw new Error('The server checked the file instead of starting it.');
  });

export const useCancelBatch = () =>
  useChange(batchesKey, (id: string) => call(contract.cancelBatch, { params: { id } }));

export const useDeleteBatch = () =>
  useChange(batchesKey, (id: string) => call(contract.deleteBatch, { params: { id } }));
