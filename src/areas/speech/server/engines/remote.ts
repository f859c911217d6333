// A server with OpenAI's audio API: https://platform.openai.com/docs/api-reference/audio.

import type { Config } from '#kernel/config.ts';
import { capitalize } from '#lib/format.ts';
import { decodeWav } from '../audio/wav.ts';
import {
  type EngineTranscript,
  EngineUnavailable,
  orUnavailable,
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

/** For the whole call, its second try included. */
const withTimeout = (signal: AbortSignal, seconds: number) =>
  AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);

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
    transcribe: (job, signal) =>
      orUnavailable(signal, async () => {
        const timeout = withTimeout(signal, config.SPEECH_TIMEOUT_SECONDS + job.seconds);
        const fields = { model, ...(diarizes ? toSpeakerFields(job) : toTextFields(job)) };
        const task = job.isTranslated && !diarizes ? 'translations' : 'transcriptions';
        const response = await createClient(config).sendRecording(
          task,
          job.originalFile,
          fields,
          timeout,
        );
        return toTranscript(response as Partial<VerboseResponse>, job);
      }),
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

type VerboseResponse = {
  text: string;
  language: string;
  /** Not from OpenAI; these are the names of self-hosted servers. */
  language_probability: number;
  detected_language_probability: number;
  segments: {
    start: number;
    end: number;
    text: string;
    speaker?: string;
    avg_logprob?: number;
    no_speech_prob?: number;
  }[];
  words: { word: string; start: number; end: number }[];
};

/** Fields may be missing. Without segments, the whole text becomes one. */
function toTranscript(
  response: Partial<VerboseResponse>,
  { seconds, language, isDiarized }: TranscriptionJob,
): EngineTranscript {
  if (typeof response.text !== 'string')
    throw new EngineUnavailable('the response contains no text');
  const whole = response.text.trim() ? [{ start: 0, end: seconds, text: response.text }] : [];
  const probability = response.language_probability ?? response.detected_language_probability;
  const segments: Partial<VerboseResponse>['segments'] = response.segments ?? whole;
  return {
    language: toLanguageCode(response.language) ?? language ?? null,
    languageProbability: typeof probability === 'number' ? probability : null,
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
function toLanguageCode(language: string | undefined): string | null {
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
    speak: ({ text, voice, speed, instructions }, signal) =>
      orUnavailable(signal, async () => {
        const wav = await createClient(config).requestSpeech(
          {
            model,
            input: text,
            voice: voice.id,
            response_format: 'wav',
            speed,
            ...(instructions && { instructions }),
          },
          withTimeout(signal, config.SPEECH_TIMEOUT_SECONDS),
        );
        const audio = decodeWav(wav);
        if (!audio || audio.samples.length === 0)
          throw new EngineUnavailable('the response is not a WAV file');
        return audio;
      }),
  };
}
