// A server with OpenAI's audio API: https://platform.openai.com/docs/api-reference/audio.
import { secondMs } from '#lib/durations.ts';
import { capitalize } from '#lib/format.ts';
import { decodeWav } from '../audio/wav.ts';
import type { SpeechConfig } from '../config.ts';
import {
  EngineUnavailable,
  type SpeechEngine,
  type TranscriptionEngine,
  type TranscriptionJob,
} from './engine.ts';
import { createRemoteClient, type RecordingFields, type RemoteClient } from './remote-client.ts';
import { type RemoteAbilities, readAbilities, sendAsAble, toOptions } from './remote-models.ts';
import { joinTranscripts, type TranscriptPart, toTranscript } from './remote-transcript.ts';
import { type Upload, writeUploads } from './remote-uploads.ts';

type RemoteConfig = Pick<
  SpeechConfig,
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
  /** Changes when the server refuses what this process assumed of the model. */
  const abilities = readAbilities(model);
  return {
    id: 'remote',
    name: `${model}, remote`,
    note: 'Many languages, on the server that the operator chose.',
    quality: 'standard',
    enable,
    languages: [],
    get options() {
      return toOptions(abilities);
    },
    needsWhole: true,
    isAvailable: async () => config.SPEECH_API_URL !== undefined,
    async transcribe(job, signal) {
      const parts: TranscriptPart[] = [];
      for await (const upload of writeUploads(job)) {
        const { startSeconds, seconds } = upload;
        const language = job.language ?? parts[0]?.transcript.language ?? undefined;
        const part = { ...job, seconds, language };
        const response = await sendUpload(config, abilities, { upload, job: part, signal });
        parts.push({ startSeconds, transcript: toTranscript(response, part) });
      }
      return joinTranscripts(parts);
    },
  };
}

type Sending = { upload: Upload; job: TranscriptionJob; signal: AbortSignal };

function sendUpload(
  config: RemoteConfig,
  abilities: RemoteAbilities,
  { upload, job, signal }: Sending,
): Promise<unknown> {
  const model = config.SPEECH_STT_MODEL;
  const { diarizes } = abilities;
  const task = job.isTranslated && !diarizes ? 'translations' : 'transcriptions';
  const timeoutMs = (config.SPEECH_TIMEOUT_SECONDS + job.seconds) * secondMs;
  return sendAsAble(abilities, task, (hasTimes) => {
    const fields = { model, ...(diarizes ? toSpeakerFields(job) : toTextFields(job, hasTimes)) };
    return createClient(config).sendRecording(task, upload, fields, { signal, timeoutMs });
  });
}

const toSpeakerFields = ({ language }: TranscriptionJob): RecordingFields => ({
  ...(language && { language }),
  response_format: 'diarized_json',
  chunking_strategy: 'auto',
});

const toTextFields = (job: TranscriptionJob, hasTimes: boolean): RecordingFields => ({
  ...toPromptFields(job),
  response_format: hasTimes ? 'verbose_json' : 'json',
  ...(!job.isTranslated && {
    ...(job.language && { language: job.language }),
    ...(hasTimes && { timestamp_granularities: ['segment', 'word'] }),
  }),
});

const toPromptFields = ({ prompt, keywords = [], temperature }: TranscriptionJob) => {
  const words = [prompt, keywords.length > 0 ? `${keywords.join(', ')}.` : ''];
  const text = words.filter(Boolean).join(' ');
  return { ...(text && { prompt: text }), ...(temperature !== undefined && { temperature }) };
};

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
