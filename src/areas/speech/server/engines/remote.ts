// A server with OpenAI's audio API: https://platform.openai.com/docs/api-reference/audio.

import { z } from 'zod';
import type { Config } from '#kernel/config.ts';
import { secondMs } from '#lib/durations.ts';
import { capitalize } from '#lib/format.ts';
import { decodeWav } from '../audio/wav.ts';
import {
  type EngineTranscript,
  EngineUnavailable,
  type SpeechEngine,
  type TranscriptionEngine,
  type TranscriptionJob,
} from './engine.ts';
import { createRemoteClient, type RecordingFields, type RemoteClient } from './remote-client.ts';

type RemoteConfig = Pick<
  Config,
  | 'SPEECH_API_URL'
  | 'SPEECH_API_KEY'
  | 'SPEECH_STT_MODEL'
  | 'SPEECH_TTS_MODEL'
  | 'SPEECH_TTS_VOICES'
  | 'SPEECH_TIMEOUT_SECONDS'
>;

const enable = 'Set SPEECH_API_URL, and SPEECH_API_KEY where the server asks for one.';
// Made for each call: the key may have changed.
const createClient = ({ SPEECH_API_URL, SPEECH_API_KEY }: RemoteConfig): RemoteClient =>
  createRemoteClient({ url: SPEECH_API_URL!, key: SPEECH_API_KEY });

export function createRemoteTranscriber(config: RemoteConfig): TranscriptionEngine {
  const model = config.SPEECH_STT_MODEL;
  // These models take none of the other options, and respond in no other format.
  const diarizes = model.includes('diarize');
  return {
    id: 'remote',
    name: `${model}, remote`,
    note: 'Many languages, on the server that the operator chose.',
    quality: 'standard',
    enable,
    languages: [],
    options: diarizes ? ['diarize'] : ['words', 'prompt', 'keywords', 'temperature', 'translate'],
    needsWhole: true,
    isAvailable: async () => config.SPEECH_API_URL !== undefined,
    async transcribe(job, signal) {
      const fields = { model, ...(diarizes ? toSpeakerFields(job) : toTextFields(job)) };
      const task = job.isTranslated && !diarizes ? 'translations' : 'transcriptions';
      const timeoutMs = (config.SPEECH_TIMEOUT_SECONDS + job.seconds) * secondMs;
      const response = await createClient(config).sendRecording(task, job.originalFile, fields, {
        signal,
        timeoutMs,
      });
      return toTranscript(parseResponse(response), job);
    },
  };
}

const toSpeakerFields = ({ language }: TranscriptionJob): RecordingFields => ({
  ...(language && { language }),
  response_format: 'diarized_json',
  chunking_strategy: 'auto',
});

const toTextFields = (job: TranscriptionJob): RecordingFields => ({
  ...toPromptFields(job),
  response_format: 'verbose_json',
  ...(!job.isTranslated && {
    ...(job.language && { language: job.language }),
    timestamp_granularities: ['segment', 'word'],
  }),
});

const toPromptFields = ({ prompt, keywords = [], temperature }: TranscriptionJob) => {
  const words = [prompt, keywords.length > 0 ? `${keywords.join(', ')}.` : ''];
  const text = words.filter(Boolean).join(' ');
  return { ...(text && { prompt: text }), ...(temperature !== undefined && { temperature }) };
};

const times = { start: z.number(), end: z.number() };
const verboseResponse = z.object({
  text: z.string(),
  language: z.string().nullish(),
  // Not from OpenAI; these are the names of self-hosted servers.
  language_probability: z.number().nullish(),
  detected_language_probability: z.number().nullish(),
  segments: z
    .array(
      z.object({
        ...times,
        text: z.string(),
        speaker: z.string().nullish(),
        avg_logprob: z.number().nullish(),
        no_speech_prob: z.number().nullish(),
      }),
    )
    .nullish(),
  words: z.array(z.object({ ...times, word: z.string() })).nullish(),
});
type VerboseResponse = z.output<typeof verboseResponse>;

function parseResponse(response: unknown): VerboseResponse {
  const read = verboseResponse.safeParse(response);
  if (read.success) return read.data;
  throw new EngineUnavailable('the response has another shape', { cause: read.error });
}

/** Without segments, the whole text becomes one. */
function toTranscript(
  response: VerboseResponse,
  { seconds, language, isDiarized }: TranscriptionJob,
): EngineTranscript {
  const whole = response.text.trim() ? [{ start: 0, end: seconds, text: response.text }] : [];
  const probability = response.language_probability ?? response.detected_language_probability;
  const segments: VerboseResponse['segments'] = response.segments ?? whole;
  return {
    language: toLanguageCode(response.language) ?? language ?? null,
    languageProbability: probability ?? null,
    segments: segments.map((one, id) => ({
      id,
      start: one.start,
      end: one.end,
      text: one.text.trim(),
      ...(isDiarized && one.speaker && { speaker: one.speaker }),
      avg_logprob: one.avg_logprob ?? null,
      no_speech_prob: one.no_speech_prob ?? null,
    })),
    words: (response.words ?? []).map(({ word, start, end }) => ({
      word: word.trim(),
      start,
      end,
      probability: null,
    })),
  };
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
let codes: Map<string, string> | null = null;

/** `en` for `english`: these servers return English language names. */
function toLanguageCode(language: string | null | undefined): string | null {
  if (!language) return null;
  if (language.length <= 3) return language.toLowerCase();
  if (!codes) {
    const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
    const pairs = letters.flatMap((first) => letters.map((second) => first + second));
    codes = new Map(pairs.map((code) => [names.of(code)?.toLowerCase() ?? code, code]));
  }
  return codes.get(language.toLowerCase()) ?? null;
}

export function createRemoteSpeech(config: RemoteConfig): SpeechEngine {
  const model = config.SPEECH_TTS_MODEL;
  const isAvailable = async () => config.SPEECH_API_URL !== undefined;
  return {
    id: 'remote-voice',
    name: `${model}, remote`,
    note: 'Natural voices, on the server that the operator chose.',
    quality: 'standard',
    enable,
    languages: [],
    options: ['instructions'],
    needsWhole: true,
    speeds: [0.25, 4],
    canRead: () => true,
    isAvailable,
    voices: async () =>
      (await isAvailable())
        ? config.SPEECH_TTS_VOICES.map((id) => ({
            id,
            name: capitalize(id),
            language: 'mul',
          }))
        : [],
    async speak({ text, voice, speed, instructions }, signal) {
      const wav = await createClient(config).requestSpeech(
        {
          model,
          input: text,
          voice: voice.id,
          response_format: 'wav',
          speed,
          ...(instructions && { instructions }),
        },
        { signal, timeoutMs: config.SPEECH_TIMEOUT_SECONDS * secondMs },
      );
      const audio = decodeWav(wav);
      if (!audio || audio.samples.length === 0)
        throw new EngineUnavailable('the response is not a WAV file');
      return audio;
    },
  };
}
