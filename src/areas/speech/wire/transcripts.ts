// Stored transcripts. The audio is never stored.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { byId, textId } from '#lib/wire/fields.ts';
import { Segment, Word } from './transcriptions.ts';
import { changeTranscriptSchema } from './transcripts.form.ts';

const time = z.iso.datetime();
const permission = { key: 'speech' } as const;

const row = {
  id: textId,
  title: z.string().describe('The file name, or what you called it.'),
  excerpt: z.string().describe('The first 200 characters.'),
  language: z.string().nullable().describe('Null without speech.'),
  duration: z.number().describe('Seconds of the recording.'),
  model: z.string().describe('The engine that did it.'),
  created_at: time.describe('When it was stored.'),
  updated_at: time.describe('When it last changed.'),
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
  group: 'Transcription',
  tool: { toolset: 'speech', order: 2 },
  summary: 'List transcripts',
  description: 'Returns the stored texts, newest first, with their first words.',
  permission,
  work: 'read',
  query: z.object(listQuery),
  responses: { 200: createPageSchema(TranscriptRow) },
  errors: [commonErrors.invalidPage],
});
export const readTranscript = endpoint({
  method: 'GET',
  path: '/apix/services/transcripts/:id/',
  group: 'Transcription',
  tool: { toolset: 'speech', order: 2 },
  summary: 'Retrieve a transcript',
  description: 'Returns a stored text with its segments and words.',
  permission,
  work: 'read',
  params: byId,
  responses: { 200: Transcript },
  errors: [commonErrors.notFound],
});
export const changeTranscript = endpoint({
  method: 'PATCH',
  path: '/apix/services/transcripts/:id/',
  group: 'Transcription',
  tool: { toolset: 'speech', order: 2 },
  summary: 'Update a transcript',
  description:
    'Changes title or text of a stored transcript. After a change of the text its words are empty, because their times no longer hold.',
  permission,
  work: 'write',
  params: byId,
  body: changeTranscriptSchema,
  // The text of hours, and its segments.
  bodyBytesMax: 2_097_152,
  responses: { 200: Transcript },
  errors: [commonErrors.notFound],
});
export const deleteTranscript = endpoint({
  method: 'DELETE',
  path: '/apix/services/transcripts/:id/',
  group: 'Transcription',
  tool: { toolset: 'speech', order: 2 },
  summary: 'Delete a transcript',
  description: 'Deletes a stored text for good.',
  permission,
  work: 'write',
  params: byId,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});
