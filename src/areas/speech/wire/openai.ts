// Speech in the form of OpenAI's audio API, for its client libraries:
// https://platform.openai.com/docs/api-reference/audio.
import { z } from 'zod';
import { bytes, endpoint, events } from '#lib/endpoint.ts';
import * as errors from './errors.ts';
import { defaultModels, defaultVoice, openAiTranscriptFormats } from './openai.constants.ts';
import {
  audioBytesMax,
  contentTypes,
  instructionsLengthMax,
  speechFormats,
  textLengthMax,
  transcriptionRateLimit,
} from './speech.constants.ts';
import { languageTag } from './transcriptions.ts';

const permission = { key: 'speech' } as const;

const failure = z.object({
  error: z
    .object({
      message: z.string().describe('A sentence for people.'),
      type: z.string().describe("One of OpenAI's kinds of errors."),
      param: z.string().nullable().describe('The field that is not valid; null for other errors.'),
      code: z.string().nullable().describe('A stable name; null for fields.'),
    })
    .describe('Why the stream ended early.'),
});

const usage = z
  .object({
    type: z.literal('duration').describe('Always `duration`.'),
    seconds: z.number().describe('Seconds of audio, as counted.'),
  })
  .describe('What was counted.');

export const OpenAiSegment = z
  .object({
    id: z.union([z.int(), z.string()]).describe('From 0; a text when it is diarized.'),
    type: z.literal('transcript.text.segment').optional().describe('Only when it is diarized.'),
    start: z.number().describe('Seconds from the start of the recording.'),
    end: z.number().describe('Seconds from the start of the recording.'),
    text: z.string().describe('What was said.'),
    speaker: z.string().optional().describe('With `diarized_json`: who said it.'),
    seek: z.int().optional().describe('The start in frames of 10 ms.'),
    tokens: z.array(z.int()).optional().describe('Always empty.'),
    temperature: z.number().optional().describe('As asked for.'),
    avg_logprob: z.number().nullable().optional().describe('How sure the engine is, if it says.'),
    compression_ratio: z.number().nullable().optional().describe('Always null.'),
    no_speech_prob: z
      .number()
      .nullable()
      .optional()
      .describe('0 to 1: that it is no speech; null if the engine does not say.'),
  })
  .meta({ id: 'OpenAiSegment' });
export type OpenAiSegmentWire = z.infer<typeof OpenAiSegment>;

export const OpenAiTranscription = z
  .object({
    task: z.enum(['transcribe', 'translate']).optional().describe('With `verbose_json`.'),
    language: z.string().optional().describe('In English: `german`. Empty without speech.'),
    duration: z.number().optional().describe('Seconds of decoded audio.'),
    text: z.string().describe('All that was said.'),
    segments: z.array(OpenAiSegment).optional().describe('With their times in seconds.'),
    words: z
      .array(
        z.object({
          word: z.string().describe('As it was said.'),
          start: z.number().describe('Seconds from the start.'),
          end: z.number().describe('Seconds from the start.'),
        }),
      )
      .optional()
      .describe('With the granularity `word`.'),
    usage,
  })
  .meta({ id: 'OpenAiTranscription' });
export type OpenAiTranscriptionWire = z.infer<typeof OpenAiTranscription>;

export const TranscriptEvent = z
  .union([
    z.object({
      type: z.literal('transcript.text.delta').describe('The name of the event.'),
      delta: z.string().describe('What was recognized since the last event.'),
    }),
    z.object({
      type: z.literal('transcript.text.done').describe('The name of the event.'),
      text: z.string().describe('All that was said.'),
      usage,
    }),
    failure,
  ])
  .meta({ id: 'OpenAiTranscriptEvent' });
export type TranscriptEventWire = z.infer<typeof TranscriptEvent>;

const textTypes = [bytes('text/plain; charset=utf-8'), bytes('text/vtt; charset=utf-8')] as const;

/** Fields of a form are text. */
const temperature = z.coerce
  .number()
  .min(0)
  .max(1)
  .optional()
  .describe('Above 0 for engines with the option temperature.');
const prompt = z
  .string()
  .max(1000)
  .optional()
  .describe('Names and terms to expect. For engines with the option prompt.');
const transcriptionModel = z
  .string()
  .max(100)
  .default(defaultModels.transcription)
  .describe('`whisper-1`, the default engine, or the id of an engine.');

const transcriptionErrors = [
  errors.modelNotFound,
  errors.audioTooLarge,
  errors.audioTooLong,
  errors.undecodableAudio,
  errors.unsupportedOption,
  errors.providerUnavailable,
  errors.tooBusy,
] as const;

const transcriptionCall = {
  method: 'POST',
  permission,
  work: 'none',
  feature: 'transcription',
  metered: { group: 'speech', metric: 'audio_second' },
  rateLimit: transcriptionRateLimit,
  files: { file: { bytesMax: audioBytesMax, tooLarge: errors.audioTooLarge } },
  responses: { 200: OpenAiTranscription },
} as const;

export const createTranscription = endpoint({
  ...transcriptionCall,
  path: '/apix/v1/audio/transcriptions/',
  group: 'With OpenAI clients',
  tool: { none: 'Another tool returns the same.' },
  summary: 'Transcribe audio with an OpenAI client',
  description:
    "The call `audio.transcriptions.create` of OpenAI's clients, also streamed. It counts seconds like any other transcription.",
  body: z.object({
    model: transcriptionModel,
    language: languageTag.optional().describe('Detected by default, if the engine supports it.'),
    prompt,
    response_format: z
      .enum(openAiTranscriptFormats)
      .default('json')
      .describe('The form of the result.'),
    temperature,
    timestamp_granularities: z
      .array(z.enum(['segment', 'word']))
      .max(2)
      .optional()
      .describe('For `verbose_json`, as `timestamp_granularities[]`. Segments by default.'),
    stream: z
      .stringbool()
      .default(false)
      .describe('`true` sends events as the text is recognized. For `json` and `text`.'),
  }),
  otherTypes: [...textTypes, events(TranscriptEvent)],
  errors: [...transcriptionErrors, errors.unsupportedLanguage],
});

export const createTranslation = endpoint({
  ...transcriptionCall,
  path: '/apix/v1/audio/translations/',
  group: 'With OpenAI clients',
  tool: { none: 'Another tool returns the same.' },
  summary: 'Translate speech into English with an OpenAI client',
  description:
    "The call `audio.translations.create` of OpenAI's clients: recognizes speech and returns it in English.",
  body: z.object({
    model: transcriptionModel,
    prompt,
    response_format: z
      .enum(['json', 'text', 'srt', 'verbose_json', 'vtt'])
      .default('json')
      .describe('The form of the result.'),
    temperature,
  }),
  otherTypes: textTypes,
  errors: transcriptionErrors,
});

export const SpeechEvent = z
  .union([
    z.object({
      type: z.literal('speech.audio.delta').describe('The name of the event.'),
      audio: z.string().describe('Base64'),
    }),
    z.object({
      type: z.literal('speech.audio.done').describe('The name of the event.'),
      usage: z
        .object({
          input_tokens: z.int().describe('Characters of the text.'),
          output_tokens: z.int().describe('Always 0.'),
          total_tokens: z.int().describe('The same as `input_tokens`.'),
        })
        .describe('What was counted.'),
    }),
    failure,
  ])
  .meta({ id: 'OpenAiSpeechEvent' });
export type SpeechEventWire = z.infer<typeof SpeechEvent>;

const { mp3, ...otherAudioTypes } = contentTypes;

export const createSpeech = endpoint({
  method: 'POST',
  path: '/apix/v1/audio/speech/',
  group: 'With OpenAI clients',
  tool: { toolset: 'speech', hidden: ['stream_format'] },
  summary: 'Synthesize speech with an OpenAI client',
  description:
    "The call `audio.speech.create` of OpenAI's clients. It has the engines, limits and price of this API.",
  permission,
  work: 'none',
  changesNothing: true,
  feature: 'synthesis',
  metered: { group: 'speech', metric: 'character' },
  body: z.object({
    model: z
      .string()
      .max(100)
      .default(defaultModels.speech)
      .describe('`tts-1`, the default engine, or the id of an engine.'),
    input: z
      .string()
      .max(textLengthMax)
      .refine((words) => words.trim() !== '', 'This field may not be blank.')
      .describe('What to say, 1 to 4096 characters.'),
    voice: z
      .string()
      .max(100)
      .default(defaultVoice)
      .describe('Of this server, or of OpenAI: then the default voice of the language.'),
    response_format: z
      .enum(speechFormats)
      .default('mp3')
      .describe('`pcm` are samples of 16 bits at 24 kHz.'),
    speed: z.number().min(0.25).max(4).default(1).describe('1 is normal; 0.25 to 4.'),
    instructions: z
      .string()
      .max(instructionsLengthMax)
      .optional()
      .describe('How to speak. For engines with the option instructions.'),
    stream_format: z
      .enum(['audio', 'sse'])
      .default('audio')
      .describe('`sse` sends the audio in events.'),
  }),
  responses: { 200: bytes(mp3) },
  otherTypes: [...Object.values(otherAudioTypes).map(bytes), events(SpeechEvent)],
  errors: [
    errors.modelNotFound,
    errors.nothingToSpeak,
    errors.unsupportedLanguage,
    errors.unsupportedOption,
    errors.providerUnavailable,
    errors.tooBusy,
  ],
});
