import { call } from '#client/api.ts';
import { readIfExists } from '#client/read-if-exists.ts';
import type { WorkEnd } from '#client/started-work.ts';
import { useLongWork } from '#client/use-long-work.ts';
import { transcriptionJobErrorTexts } from '../../wire/transcription-jobs.labels.ts';
import { readTranscriptionJob, type TranscriptionJobWire } from '../../wire/transcription-jobs.ts';
import { isUnfinished, jobsKey } from './job-queries.ts';

const liveKeys = [jobsKey];
const path = '/dashboard/speech?tab=transcribe';

function describeEnd({ file_name: name, error, transcript_id: transcript }: TranscriptionJobWire) {
  if (error) {
    const message = `${name} could not be transcribed. ${transcriptionJobErrorTexts[error]}`;
    return { tone: 'error', message, path } as const;
  }
  if (!transcript) return null;
  const message = `${name} is transcribed.`;
  return { tone: 'success', message, path: `${path}&transcript=${transcript}` } as const;
}

/** Undefined while it runs. */
export function useJobEnd(id: string): WorkEnd | undefined {
  const { data } = useLongWork({
    queryKey: [...jobsKey, id],
    topic: 'speech',
    liveKeys,
    load: (signal) => readIfExists(call(readTranscriptionJob, { params: { id } }, { signal })),
    isRunning: (job) => job !== null && isUnfinished(job),
  });
  if (!data) return data;
  return isUnfinished(data) ? undefined : describeEnd(data);
}
