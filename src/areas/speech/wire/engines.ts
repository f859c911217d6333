// Engines and voices.
import { z } from 'zod';
import { bytes, commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { textId } from '#lib/wire/fields.ts';
import * as errors from './errors.ts';
import { engineOptions, qualities } from './speech.constants.ts';

const { page, page_size, limit } = listQuery;
const permission = { key: 'speech' } as const;

export const Engine = z
  .object({
    id: z.string().describe('A value for `model`.'),
    kind: z.enum(['transcription', 'speech']).describe('What it does.'),
    name: z.string().describe('For people.'),
    note: z.string().describe('What to know of it.'),
    quality: z
      .enum(qualities)
      .describe('basic: for simple phrases in clear English, or a mechanical voice.'),
    is_available: z.boolean().describe('Whether it is installed.'),
    is_default: z.boolean().describe('Taken without `model`.'),
    enable: z
      .string()
      .nullable()
      .describe('How the operator installs it; null when it is available.'),
    languages: z.array(z.string()).describe('Empty when its model decides.'),
    options: z
      .array(z.enum(engineOptions))
      .describe('What a request may use beyond the plain work. `words`: times of words.'),
    formats: z.array(z.string()).describe('Values of `response_format`.'),
    streaming: z
      .boolean()
      .describe('Whether /apix/v1/audio/ sends its result in parts, as it is made.'),
    captions: z.boolean().describe('Whether it transcribes live captions, while someone speaks.'),
    seconds_max: z.int().nullable().describe('Of a recording; null for speech.'),
  })
  .meta({ id: 'SpeechEngine' });
export type EngineWire = z.infer<typeof Engine>;

export const Voice = z
  .object({
    id: textId,
    name: z.string().describe('For people.'),
    model: z.string().describe('Its engine.'),
    language: z.string().describe('Its language.'),
    is_default: z.boolean().describe('Taken for its language.'),
    preview_url: z.string().describe('A short sample.'),
  })
  .meta({ id: 'SpeechVoice' });
export type VoiceWire = z.infer<typeof Voice>;

export const listEngines = endpoint({
  method: 'GET',
  path: '/apix/services/engines/',
  group: 'Engines',
  tool: { toolset: 'speech', order: 1 },
  summary: 'List engines',
  description:
    'Returns the engines for transcription and speech with what each can do, and how to install one that is missing.',
  permission,
  work: 'none',
  query: z.object({
    page,
    page_size,
    limit,
    kind: z.enum(['transcription', 'speech']).optional().describe('Only engines for this.'),
  }),
  responses: { 200: createPageSchema(Engine) },
  errors: [commonErrors.invalidPage],
});

export const listVoices = endpoint({
  method: 'GET',
  path: '/apix/services/voices/',
  group: 'Speech from text',
  tool: { toolset: 'speech', order: 1 },
  summary: 'List voices',
  description: 'Returns the voices of all engines that are installed, by language.',
  permission,
  work: 'none',
  query: z.object({
    page,
    page_size,
    limit,
    search: z.string().max(200).optional().describe('Words of the name.'),
    language: z.string().max(20).optional().describe('`en` also matches en-us.'),
    model: z.string().max(100).optional().describe('Only voices of this engine.'),
  }),
  responses: { 200: createPageSchema(Voice) },
  errors: [commonErrors.invalidPage],
});

export const previewVoice = endpoint({
  method: 'GET',
  path: '/apix/services/voices/:id/preview/',
  group: 'Speech from text',
  tool: { toolset: 'speech', order: 1 },
  summary: 'Retrieve a voice preview',
  description: 'Returns a short sample of a voice as MP3. It is free.',
  permission,
  work: 'none',
  params: z.object({ id: z.string().describe('The `id` of the voice.') }),
  responses: { 200: bytes('audio/mpeg') },
  errors: [commonErrors.notFound, errors.providerUnavailable, errors.tooBusy],
});

export const hearSample = endpoint({
  method: 'GET',
  path: '/apix/services/sample/',
  group: 'Speech from text',
  tool: { none: 'It is for visitors without an account, who have another call.' },
  summary: 'Retrieve an audio sample',
  description:
    'Returns the same spoken sentence for everyone as MP3, to hear the quality before signing in.',
  permission: 'public',
  work: 'none',
  feature: 'synthesis',
  rateLimit: { points: 60, windowSeconds: 600 },
  responses: { 200: bytes('audio/mpeg') },
  errors: [errors.providerUnavailable, errors.tooBusy],
});
