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
    text: z.string().describe('All of it.'),
    segments: z.array(Segment).describe('With their times in seconds.'),
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
  description: 'Returns the stored texts, newest first, with their first words.',
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
  description: 'Returns a stored text with its segments and words.',
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
  description:
    'Changes title or text of a stored transcript. After a change of the text its words are empty, because their times no longer hold.',
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
  description: 'Deletes a stored text for good.',
  permission,
  work: 'write',
  params,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});
