// Speech to text.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import * as errors from './errors.ts';
import {
  bodyBytesMax,
  qualities,
  transcriptFormats,
  transcriptionRateLimit,
} from './speech.constants.ts';

export const languageTag = z
  .string()
  .regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/, 'Enter a language such as en or pt-BR.');

export const Segment = z
  .object({
    id: z.int().describe('Its place in the text.'),
    start: z.number().describe('Seconds from the start.'),
    end: z.number().describe('Seconds from the start.'),
    text: z.string().describe('What was said.'),
    speaker: z.string().optional().describe('With `diarize`.'),
    avg_logprob: z.number().nullable().describe('How sure the engine is; null if it does not say.'),
    no_speech_prob: z.number().nullable().describe('0 to 1: that it is no speech.'),
  })
  .meta({ id: 'TranscriptSegment' });
export type SegmentWire = z.infer<typeof Segment>;
export const Word = z
  .object({
    word: z.string().describe('As it was said.'),
    start: z.number().describe('Seconds from the start.'),
    end: z.number().describe('Seconds from the start.'),
    probability: z.number().nullable().describe('0 to 1; null if the engine does not say.'),
  })
  .meta({ id: 'TranscriptWord' });
export type WordWire = z.infer<typeof Word>;

export const Transcription = z
  .object({
    text: z.string().describe('Subtitles for the formats srt and vtt.'),
    language: z.string().nullable().describe('Null without speech.'),
    language_probability: z.number().nullable().describe('0 to 1; null if the language was given.'),
    duration: z.number().describe('Seconds of decoded audio.'),
    model: z.string().describe('The engine that did it.'),
    quality: z.enum(qualities).describe('Of the engine: see GET /apix/services/engines/.'),
    segments: z.array(Segment).describe('For verbose_json, or with the granularity segment.'),
    words: z.array(Word).describe('With the granularity word.'),
    srt: z.string().optional().describe('With the format srt.'),
    vtt: z.string().optional().describe('With the format vtt.'),
    no_speech: z.boolean().describe('True: nothing was said; text is empty.'),
    transcript_id: z
      .string()
      .nullable()
      .describe('Id of the stored transcript; null unless store is true.'),
    usage: z
      .object({
        seconds: z.number().describe('Seconds of decoded audio.'),
        billed_units: z.number().describe('The same seconds, as the plan counts them.'),
      })
      .describe('What was counted.'),
    request_id: z.string().describe('The same as `X-Request-Id`.'),
  })
  .meta({ id: 'Transcription' });
export type TranscriptionWire = z.infer<typeof Transcription>;

export const transcribe = endpoint({
  method: 'POST',
  path: '/apix/services/transcribe/base64/',
  group: 'Transcription',
  comesFirst: true,
  tool: { toolset: 'speech' },
  summary: 'Transcribe audio',
  description:
    'Turns a recording of up to 25 MB and 15 minutes into text, and counts its seconds. The audio is never stored; the text only with `store`.',
  permission: { key: 'speech' },
  work: 'none',
  feature: 'transcription',
  metered: { group: 'speech', metric: 'audio_second' },
  rateLimit: transcriptionRateLimit,
  bodyBytesMax,
  base64Field: 'audio',
  body: z.object({
    audio: z.string().min(1).describe('Base64 or a data URL; at most 25 MB and 15 minutes.'),
    filename: z.string().max(255).optional().describe('The title of the stored text.'),
    mime_type: z
      .string()
      .max(100)
      .optional()
      .describe('Ignored: the type is detected from the content.'),
    language: languageTag.optional().describe('Detected by default, if the engine supports it.'),
    model: z.string().max(100).optional().describe('The engine: see GET /apix/services/engines/.'),
    prompt: z
      .string()
      .max(1000)
      .optional()
      .describe('Names and terms to expect. For engines with the option prompt.'),
    keywords: z
      .array(z.string().min(1).max(100))
      .max(100)
      .optional()
      .describe('For engines with the option keywords.'),
    response_format: z.enum(transcriptFormats).default('json').describe('The form of the result.'),
    timestamp_granularities: z
      .array(z.enum(['segment', 'word']))
      .max(2)
      .optional()
      .describe('Adds the times of segments or words.'),
    temperature: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('Above 0 for engines with the option temperature.'),
    diarize: z
      .boolean()
      .default(false)
      .describe('Names the speaker of each segment. For engines with the option diarize.'),
    translate: z
      .boolean()
      .default(false)
      .describe('Into English, by the first engine with the option translate.'),
    vad: z.boolean().default(true).describe('Removes parts without speech before transcription.'),
    store: z.boolean().default(false).describe('Stores the text; the audio is never stored.'),
  }),
  responses: { 200: Transcription },
  errors: [
    errors.audioTooLarge,
    errors.audioTooLong,
    errors.undecodableAudio,
    errors.unsupportedLanguage,
    errors.unsupportedOption,
    errors.transcriptLimitReached,
    errors.providerUnavailable,
    errors.tooBusy,
  ],
});
