import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { TimeSpan } from '../audio/voice-activity.ts';
import { canRun } from '../processing/run-program.ts';
import {
  cacheResult,
  type EngineTranscript,
  EngineUnavailable,
  orUnavailable,
  type TranscriptionEngine,
} from './engine.ts';
import { createEngineProcess } from './engine-process.ts';

export type WhisperFiles = { encoder: string; decoder: string; tokens: string };
/** Completes when the model is loaded. */
export type WhisperLoadJob = { files: WhisperFiles };
export type WhisperJob = {
  files: WhisperFiles;
  samplesFile: string;
  windows: readonly TimeSpan[];
  language: string;
  task: 'transcribe' | 'translate';
};
export type WhisperResult = { texts: readonly string[]; language: string };

const program = new URL('./whisper-process.ts', import.meta.url);
const startMs = 120_000;
const msPerSecond = 6000;
/** Whisper processes at most 30 s at a time. */
const windowSecondsMax = 28;

/** A Whisper model installed by the operator, run by sherpa-onnx in a child process. */
export function createWhisper(folder: string | undefined): TranscriptionEngine {
  const process = createEngineProcess(program);
  const find = () => (folder ? findModel(folder) : Promise.resolve(null));
  let hasLoaded = false;
  /** A broken model crashes the process, so loading is tried once before the engine is offered. */
  async function loads(files: WhisperFiles): Promise<boolean> {
    const loading: WhisperLoadJob = { files };
    const { signal } = new AbortController();
    hasLoaded ||= await process.run(loading, { signal, timeoutMs: startMs }).then(
      () => true,
      () => false,
    );
    return hasLoaded;
  }
  return {
    id: 'whisper',
    name: 'Whisper, on this server',
    note: 'Many languages, by the model that the operator installed.',
    enable:
      'Set STT_MODEL_DIR to a folder with a whole Whisper model for sherpa-onnx (encoder, decoder, tokens), and install ffmpeg.',
    languages: [],
    options: ['translate'],
    isAvailable: cacheResult(async () => {
      const files = await find();
      return files !== null && (await canRun('ffmpeg', ['-version'])) && loads(files);
    }),
    transcribe: ({ samplesFile, speech, seconds, language, isTranslated }, signal) =>
      orUnavailable(signal, async () => {
        const files = await find();
        if (!files) throw new EngineUnavailable('the model was removed');
        const windows = toWindows(speech);
        const task = isTranslated ? 'translate' : 'transcribe';
        const job: WhisperJob = { files, samplesFile, windows, language: language ?? '', task };
        const timeoutMs = startMs + seconds * msPerSecond;
        const result = (await process.run(job, { signal, timeoutMs })) as WhisperResult;
        return toTranscript(result, windows, language);
      }),
    close: () => process.close(),
  };
}

const toTranscript = (
  result: WhisperResult,
  windows: readonly TimeSpan[],
  requested?: string,
): EngineTranscript => ({
  language: result.language || requested || null,
  languageProbability: null,
  segments: windows.flatMap(({ start, end }, id) => {
    const text = result.texts[id]?.trim() ?? '';
    return text ? [{ id, start, end, text, avg_logprob: null, no_speech_prob: null }] : [];
  }),
  words: [],
});

/** Prefers the smaller int8 files. */
async function findModel(folder: string): Promise<WhisperFiles | null> {
  const names = (await readdir(folder).catch(() => [])).sort();
  const findFile = (shape: RegExp) => {
    const fitting = names.filter((name) => shape.test(name));
    const name = fitting.find((one) => one.includes('int8')) ?? fitting[0];
    return name && path.join(folder, name);
  };
  const encoder = findFile(/encoder.*\.onnx$/);
  const decoder = findFile(/decoder.*\.onnx$/);
  const tokens = findFile(/tokens\.txt$/);
  return encoder && decoder && tokens ? { encoder, decoder, tokens } : null;
}

/** Windows of at most 28 s: short spans are joined, long ones split. */
export function toWindows(speech: readonly TimeSpan[]): TimeSpan[] {
  const windows: TimeSpan[] = [];
  for (const span of speech) {
    const last = windows.at(-1);
    if (last && span.end - last.start <= windowSecondsMax) last.end = span.end;
    else
      for (let start = span.start; start < span.end; start += windowSecondsMax)
        windows.push({ start, end: Math.min(span.end, start + windowSecondsMax) });
  }
  return windows;
}
