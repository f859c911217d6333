// A server that speaks OpenAI's audio calls: https://platform.openai.com/docs/api-reference/audio.
import { createReadStream } from 'node:fs';
import type OpenAI from 'openai';
import type { Config } from '#kernel/config.ts';
import { readWav } from '../wav.ts';
import {
  EngineDown,
  type Heard,
  type Listening,
  orDown,
  type SpeechEngine,
  type TranscriptionEngine,
} from './engine.ts';

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
const answerBytesMax = 100_000_000;

/** Loaded with the first call: most processes make none. */
function openClient({ SPEECH_API_URL, SPEECH_API_KEY }: RemoteConfig): () => Promise<OpenAI> {
  let client: Promise<OpenAI> | null = null;
  return () => {
    client ??= import('openai').then(
      ({ default: Client }) =>
        new Client({
          baseURL: SPEECH_API_URL!,
          apiKey: SPEECH_API_KEY ?? 'none',
          organization: null,
          project: null,
          maxRetries: 1,
          logLevel: 'off',
        }),
    );
    return client;
  };
}

/** The client's own time-out ends with the headers; a body that trickles needs this one. */
const within = (signal: AbortSignal, seconds: number) =>
  AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);

export function openRemoteTranscriber(config: RemoteConfig): TranscriptionEngine {
  const client = openClient(config);
  const model = config.SPEECH_STT_MODEL;
  return {
    id: 'remote',
    name: `${model}, remote`,
    note: 'Many languages, on the server that the operator chose.',
    enable,
    languages: [],
    options: ['words', 'prompt', 'keywords', 'temperature', 'translate'],
    isAvailable: async () => config.SPEECH_API_URL !== undefined,
    transcribe: (job, signal) =>
      orDown(signal, async () => {
        const { audio } = await client();
        const options = { signal: within(signal, config.SPEECH_TIMEOUT_SECONDS + job.seconds) };
        const body = { file: createReadStream(job.originalFile), model, ...hintsOf(job) };
        const answer = job.isTranslated
          ? await audio.translations.create({ ...body, response_format: 'verbose_json' }, options)
          : await audio.transcriptions.create(
              {
                ...body,
                ...(job.language && { language: job.language }),
                response_format: 'verbose_json',
                timestamp_granularities: ['segment', 'word'],
              },
              options,
            );
        return toHeard(answer as Partial<Verbose>, job);
      }),
  };
}

const hintsOf = ({ prompt, keywords = [], temperature }: Listening) => {
  const words = [prompt, keywords.length > 0 ? `${keywords.join(', ')}.` : ''];
  const text = words.filter(Boolean).join(' ');
  return { ...(text && { prompt: text }), ...(temperature !== undefined && { temperature }) };
};

type Verbose = {
  text: string;
  language: string;
  /** OpenAI tells none; these are what servers of one's own call it. */
  language_probability: number;
  detected_language_probability: number;
  segments: {
    start: number;
    end: number;
    text: string;
    avg_logprob?: number;
    no_speech_prob?: number;
  }[];
  words: { word: string; start: number; end: number }[];
};

/** Servers leave out what they do not know; without segments the text is one. */
function toHeard(answer: Partial<Verbose>, { seconds, language }: Listening): Heard {
  if (typeof answer.text !== 'string') throw new EngineDown('the answer holds no text');
  const whole = answer.text.trim() ? [{ start: 0, end: seconds, text: answer.text }] : [];
  const probability = answer.language_probability ?? answer.detected_language_probability;
  const segments: Partial<Verbose>['segments'] = answer.segments ?? whole;
  return {
    language: codeOf(answer.language) ?? language ?? null,
    languageProbability: typeof probability === 'number' ? probability : null,
    segments: segments.map((one, id) => ({
      id,
      start: one.start,
      end: one.end,
      text: one.text.trim(),
      avg_logprob: one.avg_logprob ?? null,
      no_speech_prob: one.no_speech_prob ?? null,
    })),
    words: (answer.words ?? []).map(({ word, start, end }) => ({
      word: word.trim(),
      start,
      end,
      probability: null,
    })),
  };
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
let codes: Map<string, string> | null = null;

/** `english` as `en`: these servers tell languages by their English names. */
function codeOf(language: string | undefined): string | null {
  if (!language) return null;
  if (language.length <= 3) return language.toLowerCase();
  if (!codes) {
    const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
    const pairs = letters.flatMap((first) => letters.map((second) => first + second));
    codes = new Map(pairs.map((code) => [names.of(code)?.toLowerCase() ?? code, code]));
  }
  return codes.get(language.toLowerCase()) ?? null;
}

export function openRemoteVoice(config: RemoteConfig): SpeechEngine {
  const client = openClient(config);
  const model = config.SPEECH_TTS_MODEL;
  const isAvailable = async () => config.SPEECH_API_URL !== undefined;
  return {
    id: 'remote-voice',
    name: `${model}, remote`,
    note: 'Natural voices, on the server that the operator chose.',
    enable,
    languages: [],
    options: ['instructions'],
    speeds: [0.25, 4],
    canRead: () => true,
    isAvailable,
    voices: async () =>
      (await isAvailable())
        ? config.SPEECH_TTS_VOICES.map((id) => ({
            id,
            name: id.charAt(0).toUpperCase() + id.slice(1),
            language: 'mul',
          }))
        : [],
    speak: ({ text, voice, speed, instructions }, signal) =>
      orDown(signal, async () => {
        const answer = await (await client()).audio.speech.create(
          {
            model,
            input: text,
            voice: voice.id,
            response_format: 'wav',
            speed,
            ...(instructions && { instructions }),
          },
          { signal: within(signal, config.SPEECH_TIMEOUT_SECONDS) },
        );
        const sound = readWav(await readBody(answer as unknown as Response));
        if (!sound || sound.samples.length === 0) throw new EngineDown('the answer is no WAV');
        return sound;
      }),
  };
}

async function readBody(answer: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > answerBytesMax) throw new EngineDown('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
