// Live captions: speech is transcribed part by part while a person speaks, and becomes one stored
// transcript at the end.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { planLimits } from '#lib/plan-limits.ts';
import { textId } from '#lib/wire/fields.ts';
import {
  captionsIdleMinutes,
  captionsPartBytesMax,
  captionsPartSecondsMax,
} from './captions.constants.ts';
import * as errors from './errors.ts';
import { Segment, transcribe, Word } from './transcriptions.ts';

const time = z.iso.datetime();
const permission = { key: 'speech' } as const;
const feature = 'transcription';

export const captionsUnsupported = declareError(
  'captions_unsupported',
  422,
  'This engine does not transcribe while someone speaks. Choose one whose captions are true in GET /apix/services/engines/.',
  {
    model: z.string().describe('The engine.'),
    engines: z.array(z.string()).describe('The engines that do.'),
  },
);
export const captionsFinished = declareError(
  'captions_finished',
  409,
  'These captions are finished and take no more parts. Create new ones.',
  {
    transcript_id: z
      .string()
      .nullable()
      .describe('Of the stored transcript; null without any speech.'),
  },
);
export const captionsTooLong = declareError(
  'captions_too_long',
  422,
  'These captions have two hours of speech. Finish them, and create new ones.',
  { seconds_max: z.int().describe('Seconds that are allowed.') },
);
export const captionsPartTooLong = declareError(
  'captions_part_too_long',
  422,
  `The part is longer than ${captionsPartSecondsMax} seconds. Cut the speech at pauses.`,
  { seconds_max: z.int().describe('Seconds that are allowed.') },
);

export const Captions = z
  .object({
    id: textId,
    title: z.string().describe('Of the transcript.'),
    status: z.enum(['open', 'finished']).describe('Finished ones take no more parts.'),
    model: z.string().describe('The engine.'),
    language: z.string().nullable().describe('Null: it is detected.'),
    seconds: z.number().describe('Of all parts, as counted for the plan.'),
    seconds_max: z.int().describe('Of all parts together.'),
    part_seconds_max: z.int().describe('Of one part.'),
    transcript_id: z
      .string()
      .nullable()
      .describe('Of the stored transcript, when finished. Null without any speech.'),
    created_at: time.describe('When they were opened.'),
    finished_at: time.nullable().describe('Null while they are open.'),
  })
  .meta({ id: 'Captions' });
export type CaptionsWire = z.infer<typeof Captions>;

export const CaptionsPart = z
  .object({
    number: z.int().describe('From 1.'),
    seconds: z.number().describe('Counted for the plan, once.'),
    language: z.string().nullable().describe('Null without speech.'),
    segments: z.array(Segment).describe('Their times are those of the captions, not of the part.'),
    words: z.array(Word).describe('Their times are those of the captions.'),
  })
  .meta({ id: 'CaptionsPart' });
export type CaptionsPartWire = z.infer<typeof CaptionsPart>;

const { language, model, prompt, keywords, temperature, translate } = transcribe.body.shape;

export const createCaptions = endpoint({
  method: 'POST',
  path: '/apix/services/captions/',
  group: 'Live captions',
  tool: { none: 'It takes or returns bytes that no assistant has.' },
  summary: `Create live captions; they are finished after ${captionsIdleMinutes} minutes without a part`,
  description:
    'Opens a transcription of live speech, sent part by part. Five can be open; the one without a part for longest is finished for a new one.',
  permission,
  work: 'none',
  feature,
  metered: { group: 'speech', metric: 'audio_second' },
  rateLimit: { points: 60, windowSeconds: 3600 },
  body: z.object({
    title: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .default('Live captions')
      .describe('Of the transcript.'),
    language,
    model,
    prompt,
    keywords,
    temperature,
    translate,
  }),
  responses: { 201: Captions },
  errors: [
    captionsUnsupported,
    errors.unsupportedLanguage,
    errors.unsupportedOption,
    errors.transcriptLimitReached,
    errors.providerUnavailable,
  ],
});

/** Not `metered`: the requests of a plan would be used up in minutes. Its seconds are counted. */
export const transcribeCaptionsPart = endpoint({
  method: 'PUT',
  path: '/apix/services/captions/:id/parts/:number/',
  group: 'Live captions',
  tool: { none: 'It takes or returns bytes that no assistant has.' },
  summary: 'Transcribe a part of live captions; a repeated number returns the first result again',
  description: 'Transcribes some seconds of speech and counts them once. Cut the speech at pauses.',
  permission,
  work: 'none',
  feature,
  rateLimit: { points: 240, windowSeconds: 60 },
  bodyBytesMax: captionsPartBytesMax,
  params: z.object({
    id: z.string().describe('The `id` of the captions.'),
    number: z.string().describe('From 1, in order.'),
  }),
  query: z.object({
    start: z
      .string()
      .regex(/^\d{1,5}(\.\d{1,6})?$/, 'Enter the seconds before the part, such as 12.5.')
      .describe('Seconds from the start of the captions to that of the part.'),
  }),
  body: 'raw',
  responses: { 200: CaptionsPart },
  errors: [
    commonErrors.notFound,
    ...planLimits,
    commonErrors.subscriptionRequired,
    captionsFinished,
    captionsTooLong,
    captionsPartTooLong,
    errors.undecodableAudio,
    errors.providerUnavailable,
    errors.tooBusy,
  ],
});

export const finishCaptions = endpoint({
  method: 'POST',
  path: '/apix/services/captions/:id/finish/',
  group: 'Live captions',
  tool: { none: 'It takes or returns bytes that no assistant has.' },
  summary: 'Finish live captions and store their transcript; finished ones stay as they are',
  description:
    'Ends live captions and stores their text as one transcript. Nothing more is counted.',
  permission,
  work: 'write',
  params: z.object({ id: z.string().describe('The `id` of the captions.') }),
  responses: { 200: Captions },
  errors: [commonErrors.notFound],
});
