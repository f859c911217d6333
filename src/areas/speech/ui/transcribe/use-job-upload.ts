// Uploads a long recording in parts and starts its job. An upload that failed goes on where it
// stopped.
import { useEffect, useRef, useState } from 'react';
import { rememberWork } from '#client/started-work.ts';
import { CallError, errorMessage } from '#lib/call-error.ts';
import { announce } from '#ui/focus/announce.ts';
import type { TranscriptionJobWire } from '../../wire/index.ts';
import { createJob, deleteJob, startJob, uploadPart, useJobsRefresh } from './job-queries.ts';
import type { TranscriptionOptions } from './use-transcription.ts';

export type UploadStage =
  | { kind: 'ready' }
  | { kind: 'sending'; sentBytes: number; totalBytes: number }
  | { kind: 'failed'; message: string; canContinue: boolean }
  | { kind: 'started' };

const toBody = (file: File, { language, model, prompt, translate }: TranscriptionOptions) => ({
  file_name: file.name,
  size_bytes: file.size,
  translate,
  ...(language && { language }),
  ...(model && { model }),
  ...(prompt.trim() && { prompt: prompt.trim() }),
});

async function uploadMissing(
  file: File,
  job: TranscriptionJobWire,
  signal: AbortSignal,
  onPart: (job: TranscriptionJobWire) => void,
): Promise<void> {
  for (const number of job.missing_parts) {
    const part = file.slice((number - 1) * job.part_bytes, number * job.part_bytes);
    onPart(await uploadPart(job.id, number, part, signal));
  }
}

/** The last part is shorter than the others. */
const countSentBytes = ({ size_bytes, part_bytes, parts, missing_parts }: TranscriptionJobWire) =>
  Math.min(size_bytes, (parts - missing_parts.length) * part_bytes);

/** Whether the same upload may succeed later: without a connection, or while the server is busy. */
const canContinue = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500);

export function useJobUpload(file: File) {
  const [stage, setStage] = useState<UploadStage>({ kind: 'ready' });
  const running = useRef<AbortController>(null);
  const job = useRef<TranscriptionJobWire>(null);
  const refresh = useJobsRefresh();
  useEffect(() => () => running.current?.abort(), []);

  function forget() {
    // One that cannot be deleted now is cancelled by the server after an hour.
    if (job.current) void deleteJob(job.current.id).then(refresh, () => undefined);
    job.current = null;
  }

  async function start(options: TranscriptionOptions) {
    const leaving = new AbortController();
    running.current = leaving;
    const { signal } = leaving;
    const showSent = (sentBytes: number) =>
      setStage({ kind: 'sending', sentBytes, totalBytes: file.size });
    const keep = (next: TranscriptionJobWire) => {
      job.current = next;
      showSent(countSentBytes(next));
    };
    try {
      showSent(job.current ? countSentBytes(job.current) : 0);
      const current = job.current ?? (await createJob(toBody(file, options), signal));
      keep(current);
      await uploadMissing(file, current, signal, keep);
      await startJob(current.id, signal);
      rememberWork('transcription', current.id);
      setStage({ kind: 'started' });
      announce('The recording is uploaded and will be transcribed.');
    } catch (error) {
      const isResumable = !signal.aborted && canContinue(error) && job.current !== null;
      if (!isResumable) forget();
      setStage(
        signal.aborted
          ? { kind: 'ready' }
          : { kind: 'failed', message: errorMessage(error), canContinue: isResumable },
      );
    }
    void refresh();
  }

  return { stage, start, cancel: () => running.current?.abort() };
}
export type JobUpload = ReturnType<typeof useJobUpload>;
