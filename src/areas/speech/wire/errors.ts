// Errors of transcription and synthesis.
import { z } from 'zod';
import { declareError } from '#lib/endpoint.ts';
import { limitReached, retryAfter } from '#lib/wire/fields.ts';

export const providerUnavailable = declareError(
  'provider_unavailable',
  503,
  'The speech engine is not available.',
  {
    enable: z.string().optional().describe('How the operator installs it.'),
    retry_after: retryAfter.optional(),
  },
);
export const tooBusy = declareError(
  'too_busy',
  503,
  'Too much audio is being processed. Try again in a few seconds.',
  { retry_after: retryAfter },
);
export const storageBusy = declareError(
  'storage_busy',
  503,
  'The space for recordings is full at the moment. Try again later.',
  { retry_after: retryAfter },
);
export const unsupportedLanguage = declareError(
  'unsupported_language',
  422,
  'The voice or engine does not support this language. Choose another one.',
  { available: z.array(z.string()).describe('Those that it supports.') },
);
export const unsupportedOption = declareError(
  'unsupported_option',
  422,
  'The engine does not support this option. GET /apix/services/engines/ lists the options of each.',
  {
    option: z.string().describe('The option that the engine lacks.'),
    model: z.string().describe('The engine.'),
    engines: z.array(z.string()).optional().describe('The engines that support it.'),
  },
);
export const modelNotFound = declareError(
  'model_not_found',
  404,
  'This model does not exist. GET /apix/v1/models/ lists those that do.',
  { param: z.literal('model') },
);
export const undecodableAudio = declareError(
  'undecodable_audio',
  422,
  'The audio cannot be decoded. Send AAC, FLAC, MP3, MP4, M4A, MOV, OGG, WAV or WebM.',
);
export const audioTooLong = declareError(
  'audio_too_long',
  422,
  'The audio is longer than 15 minutes. Create a transcription job for it.',
  { seconds_max: z.int().describe('Seconds that are allowed.') },
);
export const audioTooLarge = declareError(
  'audio_too_large',
  413,
  'The audio is larger than 25 MB. Compress it, or create a transcription job for it.',
  { bytes_max: z.int().describe('Bytes that are allowed.') },
);
export const transcriptLimitReached = declareError(
  'transcript_limit_reached',
  400,
  'The limit of stored transcripts is reached. Delete one, or send this one without store.',
  { limit: limitReached },
);
export const nothingToSpeak = declareError(
  'nothing_to_speak',
  422,
  'The text contains no letters or digits.',
);
