// Queries and mutations of the batches.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { downloadEndpoint } from '#client/download-endpoint.ts';
import { useLiveTopic } from '#client/use-live-topic.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import * as contract from '../../wire/index.ts';

const batchesKey = ['customs', 'batches'];
const liveKeys = [batchesKey];

const runningMs = 2000;
/** A stream can break unnoticed, so lists are read again with one, too. */
const idleMs = 30_000;

export function useBatches(page: string) {
  useLiveTopic('customs', liveKeys);
  return useQuery({
    queryKey: [...batchesKey, 'list', page],
    queryFn: ({ signal }) => call(contract.listBatches, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => status === 'running') ? runningMs : idleMs,
  });
}

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

export const loadResult = (id: string): Promise<Blob> =>
  call(downloadEndpoint(contract.readBatchResult), { params: { id }, query: { format: 'csv' } });

export type BatchFile = CallInput<typeof contract.createBatch>['body'];
export type BatchPreview = { lines: number; calculations: number; quota_suffices: boolean };

/** What the file costs. Nothing is stored, started or counted. */
export async function previewBatch(body: BatchFile): Promise<BatchPreview> {
  const previewed = await call(contract.createBatch, { body, query: { preview: 'true' } });
  if ('quota_suffices' in previewed) return previewed;
  throw new Error('The server started the file instead of checking it.');
}

function useBatchChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: batchesKey }),
  });
}

export const useStartBatch = () =>
  useBatchChange(({ body, key }: { body: BatchFile; key: string }) =>
    call(contract.createBatch, { body }, { idempotencyKey: key }),
  );

export const useCancelBatch = () =>
  useBatchChange((id: string) => call(contract.cancelBatch, { params: { id } }));

export const useDeleteBatch = () =>
  useBatchChange((id: string) => call(contract.deleteBatch, { params: { id } }));
