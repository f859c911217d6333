// Stored transcripts. The audio is never stored.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { Segment, Word } from './transcriptions.ts';
import { changeTranscriptSchema } from './transcripts.form.ts';

const time = z.iso.datetime();
const permission = { key: 'speech' } as const;
const params = z.object({ id: z.string() });

const row = {
  id: z.string(),
  title: z.string(),
  excerpt: z.string(),
  language: z.string().nullable(),
  duration: z.number(),
  model: z.string(),
  created_at: time,
  updated_at: time,
};
export const TranscriptRow = z.object(row).meta({ id: 'TranscriptRow' });
export type TranscriptRowWire = z.infer<typeof TranscriptRow>;
export const Transcript = z
  .object({
    ...row,
    text: z.string(),
    segments: z.array(Segment),
    words: z
      .array(Word)
      .describe('As the engine recognized them; empty after the text was edited.'),
  })
  .meta({ id: 'Transcript' });
export type TranscriptWire = z.infer<typeof Transcript>;

export const listTranscripts = endpoint({
  method: 'GET',
  path: '/apix/services/transcripts/',
  summary: 'List transcripts',
  permission,
  work: 'read',
  query: z.object(listQuery),
  responses: { 200: pageOf(TranscriptRow) },
  errors: [commonErrors.invalidPage],
});
export const readTranscript = endpoint({
  method: 'GET',
  path: '/apix/services/transcripts/:id/',
  summary: 'Retrieve a transcript',
  permission,
  work: 'read',
  params,
  responses: { 200: Transcript },
  errors: [commonErrors.notFound],
});
export const changeTranscript = endpoint({
  method: 'PATCH',
  path: '/apix/services/transcripts/:id/',
  summary: 'Update a transcript',
  permission,
  work: 'write',
  params,
  body: changeTranscriptSchema,
  responses: { 200: Transcript },
  errors: [commonErrors.notFound],
});
export const deleteTranscript = endpoint({
  method: 'DELETE',
  path: '/apix/services/transcripts/:id/',
  summary: 'Delete a transcript',
  permission,
  work: 'write',
  params,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});
