// Transcription jobs: a long recording, uploaded in parts and transcribed in the background.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { byId, limitReached, textId } from '#lib/wire/fields.ts';
import * as errors from './errors.ts';
import {
  partBytes,
  recordingBytesMax,
  recordingSecondsMax,
  transcriptionJobErrors,
  transcriptionJobStatuses,
  uploadHoursMax,
  uploadIdleMinutes,
} from './transcription-jobs.constants.ts';
import { transcribe } from './transcriptions.ts';

const time = z.iso.datetime();
const permission = { key: 'speech' } as const;
const feature = 'transcription';
const metered = { group: 'speech', metric: 'audio_second' } as const;

export const transcriptionJobLimitReached = declareError(
  'transcription_job_limit_reached',
  400,
  'You have reached the limit of transcription jobs. Delete one that you no longer need.',
  { limit: limitReached },
);
export const uploadClosed = declareError(
  'upload_closed',
  409,
  'The job takes no more parts: it was started, or cancelled, for example after an hour without one.',
);
export const partsMissing = declareError(
  'parts_missing',
  409,
  'Parts of the file are missing. Upload them, then start the job.',
  { missing_parts: z.array(z.int()).describe('Numbers of the parts that are not uploaded yet.') },
);

export const TranscriptionJob = z
  .object({
    id: textId,
    file_name: z.string().describe('As stated.'),
    size_bytes: z.int().describe('Of the recording.'),
    part_bytes: z.int().describe('The size of every part but the last.'),
    parts: z.int().describe('The number of parts.'),
    missing_parts: z.array(z.int()).describe('Numbers of the parts that are not uploaded yet.'),
    status: z.enum(transcriptionJobStatuses).describe('Its text is stored once it is complete.'),
    error: z.enum(transcriptionJobErrors).nullable().describe('Why the job failed.'),
    progress: z.int().describe('Percent of the recording that is transcribed.'),
    seconds: z
      .number()
      .nullable()
      .describe('What the job costs, once it is decoded. Counted only when it is complete.'),
    seconds_done: z.number().describe('Transcribed so far.'),
    language: z.string().nullable().describe('Null until it is known.'),
    model: z.string().describe('The engine.'),
    transcript_id: z.string().nullable().describe('Of the stored transcript, when complete.'),
    created_at: time.describe('When it was created.'),
    finished_at: time.nullable().describe('Null until it has ended.'),
  })
  .meta({ id: 'TranscriptionJob' });
export type TranscriptionJobWire = z.infer<typeof TranscriptionJob>;

const { language, model, prompt, keywords, temperature, translate, vad } = transcribe.body.shape;

export const createTranscriptionJob = endpoint({
  method: 'POST',
  path: '/apix/services/transcription-jobs/',
  group: 'Long recordings',
  tool: { none: 'It takes or returns bytes that no assistant has.' },
  summary: `Create a job for a long recording; its upload is cancelled after ${uploadIdleMinutes} minutes without a part`,
  description:
    'Reserves space for a recording that is too long for a single call, and says in which parts to upload it. Nothing is counted yet.',
  permission,
  work: 'none',
  feature,
  metered,
  rateLimit: { points: 60, windowSeconds: 3600 },
  body: z.object({
    file_name: z.string().trim().min(1).max(255).describe('With its extension; shown in the list.'),
    size_bytes: z
      .int()
      .min(1)
      .max(recordingBytesMax)
      .describe(
        `Of the file, which may last up to ${recordingSecondsMax / 3600} hours. Its space is reserved until the job ends; an upload ends after ${uploadIdleMinutes} minutes without a new part, and after ${uploadHoursMax} hours in any case.`,
      ),
    language,
    model,
    prompt,
    keywords,
    temperature,
    translate,
    vad,
  }),
  responses: { 201: TranscriptionJob },
  errors: [
    transcriptionJobLimitReached,
    errors.unsupportedLanguage,
    errors.unsupportedOption,
    errors.transcriptLimitReached,
    errors.providerUnavailable,
    errors.storageBusy,
  ],
});

export const uploadTranscriptionPart = endpoint({
  method: 'PUT',
  path: '/apix/services/transcription-jobs/:id/parts/:number/',
  group: 'Long recordings',
  tool: { none: 'It takes or returns bytes that no assistant has.' },
  summary: 'Upload a part of a recording, in any order; a repeated part replaces the first',
  description:
    'Stores the bytes of one part. The first part is checked, so a file that is no audio is refused early.',
  permission,
  work: 'none',
  feature,
  bodyBytesMax: partBytes,
  params: z.object({
    id: z.string().describe('The `id` of the job.'),
    number: z.string().describe('From 1.'),
  }),
  body: 'raw',
  responses: { 200: TranscriptionJob },
  errors: [commonErrors.notFound, uploadClosed, errors.undecodableAudio],
});

export const startTranscriptionJob = endpoint({
  method: 'POST',
  path: '/apix/services/transcription-jobs/:id/start/',
  group: 'Long recordings',
  tool: { none: 'It takes or returns bytes that no assistant has.' },
  summary: 'Start a job when all parts are uploaded; one that has started stays as it is',
  description:
    'Queues the job once all parts are there. Its seconds are counted when it is complete, and the text is stored as a transcript.',
  permission,
  work: 'write',
  feature,
  metered,
  params: byId,
  responses: { 200: TranscriptionJob },
  errors: [commonErrors.notFound, partsMissing],
});

export const listTranscriptionJobs = endpoint({
  method: 'GET',
  path: '/apix/services/transcription-jobs/',
  group: 'Long recordings',
  tool: { toolset: 'speech', order: 2 },
  summary: 'List transcription jobs',
  description:
    'Returns your long recordings, newest first. Finished jobs are deleted after 30 days; their transcripts stay.',
  permission,
  work: 'read',
  query: z.object(listQuery),
  responses: { 200: createPageSchema(TranscriptionJob) },
  errors: [commonErrors.invalidPage],
});

export const readTranscriptionJob = endpoint({
  method: 'GET',
  path: '/apix/services/transcription-jobs/:id/',
  group: 'Long recordings',
  tool: { toolset: 'speech', order: 2 },
  summary: 'Retrieve a transcription job and its progress',
  description: 'Returns how much of a job is uploaded and transcribed. A mail tells its end too.',
  permission,
  work: 'read',
  params: byId,
  responses: { 200: TranscriptionJob },
  errors: [commonErrors.notFound],
});

export const cancelTranscriptionJob = endpoint({
  method: 'POST',
  path: '/apix/services/transcription-jobs/:id/cancel/',
  group: 'Long recordings',
  tool: { toolset: 'speech', order: 2, isDestructive: true },
  summary: 'Cancel a transcription job; one that has finished stays as it is',
  description: 'Stops a job and deletes its recording. A cancelled job is free.',
  permission,
  work: 'write',
  params: byId,
  responses: { 200: TranscriptionJob },
  errors: [commonErrors.notFound],
});

export const deleteTranscriptionJob = endpoint({
  method: 'DELETE',
  path: '/apix/services/transcription-jobs/:id/',
  group: 'Long recordings',
  tool: { toolset: 'speech', order: 3 },
  summary: 'Delete a transcription job; its transcript stays',
  description:
    'Deletes a job and its recording. One that is still running is cancelled first, which is free.',
  permission,
  work: 'write',
  params: byId,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});
