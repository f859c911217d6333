// Queries and mutations of transcription jobs.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { useLongWork } from '#client/use-long-work.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import * as contract from '../../wire/index.ts';
import { speechKey } from '../queries.ts';

export const jobsKey = [...speechKey, 'jobs'];
const liveKeys = [jobsKey];
/** More than an account can have. */
const pageSize = '100';

export const isUnfinished = ({ finished_at }: contract.TranscriptionJobWire): boolean =>
  finished_at === null;

export const useJobs = () =>
  useLongWork({
    queryKey: jobsKey,
    topic: 'speech',
    liveKeys,
    load: async (signal) => {
      const query = { page_size: pageSize };
      return (await call(contract.listTranscriptionJobs, { query }, { signal })).results;
    },
    isRunning: (jobs) => jobs.some(isUnfinished),
  });

export function useJobsRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: jobsKey });
}

function useJobChange(change: (id: string) => Promise<unknown>) {
  const refresh = useJobsRefresh();
  return useMutation({ mutationFn: change, onSettled: refresh });
}

export const useCancelJob = () =>
  useJobChange((id) => call(contract.cancelTranscriptionJob, { params: { id } }));
export const useDeleteJob = () =>
  useJobChange((id) => call(contract.deleteTranscriptionJob, { params: { id } }));

export const deleteJob = (id: string) => call(contract.deleteTranscriptionJob, { params: { id } });
export const startJob = (id: string, signal: AbortSignal) =>
  call(contract.startTranscriptionJob, { params: { id } }, { signal });

export type JobBody = CallInput<typeof contract.createTranscriptionJob>['body'];
export const createJob = (body: JobBody, signal: AbortSignal) =>
  call(contract.createTranscriptionJob, { body }, { signal });

export const uploadPart = (id: string, number: number, body: Blob, signal: AbortSignal) =>
  call(
    contract.uploadTranscriptionPart,
    { params: { id, number: String(number) }, body },
    { signal },
  );
