// What programs of customers are told about long recordings.
import type { z } from 'zod';
import { customerEvent } from '#lib/customer-events.ts';
import { TranscriptionJob } from './transcription-jobs.ts';

const job: z.output<typeof TranscriptionJob> = {
  id: '019acb2e-6a1c-7e2d-9141-9b520f6a1c8e',
  file_name: 'meeting.mp3',
  size_bytes: 48_213_000,
  part_bytes: 8_388_608,
  parts: 6,
  missing_parts: [],
  status: 'complete',
  error: null,
  progress: 100,
  seconds: 3012.4,
  seconds_done: 3012.4,
  language: 'en',
  model: 'whisper-base',
  transcript_id: '019acb2e-6a1d-7e2d-9141-9b520f6a1c8e',
  created_at: '2026-12-01T09:00:00.000Z',
  finished_at: '2026-12-01T09:30:00.000Z',
};

export const transcriptionFinishedEvent = customerEvent({
  type: 'transcription.finished',
  summary: 'A long recording is transcribed',
  description: 'Sent when the transcript of a job is ready: fetch it by `transcript_id`.',
  data: TranscriptionJob,
  example: job,
});

export const transcriptionFailedEvent = customerEvent({
  type: 'transcription.failed',
  summary: 'A long recording could not be transcribed',
  description: 'Sent when a job fails; `error` says why. Its seconds are not counted.',
  data: TranscriptionJob,
  example: {
    ...job,
    status: 'failed',
    error: 'undecodable_audio',
    progress: 0,
    seconds_done: 0,
    transcript_id: null,
  },
});
