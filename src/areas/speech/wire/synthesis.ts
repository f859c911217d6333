// Text to speech.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import * as errors from './errors.ts';
import {
  bodyBytesMax,
  instructionsLengthMax,
  qualities,
  sampleRates,
  speechFormats,
  textLengthMax,
} from './speech.constants.ts';
import { languageTag } from './transcriptions.ts';

const text = z
  .string()
  .max(textLengthMax)
  .refine((words) => words.trim() !== '', 'This field may not be blank.');

export const Synthesis = z
  .object({
    audio: z.base64().describe('The file in base64.'),
    content_type: z.string().describe('Of the file.'),
    format: z.enum(speechFormats).describe('What was asked for.'),
    voice: z.string().describe('That spoke.'),
    model: z.string().describe('Its engine.'),
    quality: z.enum(qualities).describe('Of the engine: see GET /apix/services/engines/.'),
    language: z.string().describe('Of the voice.'),
    duration: z.number().describe('Seconds.'),
    sample_rate: z.int().describe('In hertz.'),
    size_bytes: z.int().describe('Of the file.'),
    characters: z.int().describe('Of the text, as code points.'),
    usage: z
      .object({
        characters: z.int().describe('Of the text.'),
        billed_units: z.int().describe('0 for a stored phrase.'),
      })
      .describe('What was counted.'),
    cached: z.boolean().describe('From your own cache, and free.'),
    request_id: z.string().describe('The same as `X-Request-Id`.'),
  })
  .meta({ id: 'Synthesis' });
export type SynthesisWire = z.infer<typeof Synthesis>;

export const synthesize = endpoint({
  method: 'POST',
  path: '/apix/services/tts/base64/',
  group: 'Speech from text',
  comesFirst: true,
  tool: { none: 'Another tool returns the same.' },
  summary: 'Synthesize speech',
  description:
    'Turns up to 4096 characters into audio in base64, and counts the characters. The same text with the same voice comes from your own cache and is free.',
  permission: { key: 'speech' },
  work: 'none',
  changesNothing: true,
  feature: 'synthesis',
  metered: { group: 'speech', metric: 'character' },
  bodyBytesMax,
  body: z.object({
    text: text.optional().describe(`1 to ${textLengthMax} characters.`),
    input: text.optional().describe('Alias of text.'),
    voice: z.string().max(100).optional().describe('See GET /apix/services/voices/.'),
    model: z.string().max(100).optional().describe('The engine: see GET /apix/services/engines/.'),
    language: languageTag.optional().describe('Detected from the letters by default.'),
    response_format: z.enum(speechFormats).default('mp3').describe('The form of the audio.'),
    speed: z.number().min(0.25).max(4).default(1).describe('1 is normal; 0.25 to 4.'),
    instructions: z
      .string()
      .max(instructionsLengthMax)
      .optional()
      .describe('How to speak. For engines with the option instructions.'),
    sample_rate: z
      .literal(sampleRates, 'Choose 8000, 12000, 16000, 22050, 24000, 44100 or 48000.')
      .optional()
      .describe('In hertz; by default that of the voice.'),
  }),
  responses: { 200: Synthesis },
  errors: [
    errors.nothingToSpeak,
    errors.unsupportedLanguage,
    errors.unsupportedOption,
    errors.providerUnavailable,
    errors.tooBusy,
  ],
});
