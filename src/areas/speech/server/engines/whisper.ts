import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { canRun } from '../programs.ts';
import type { Span } from '../voice-activity.ts';
import {
  EngineDown,
  type Heard,
  orDown,
  rememberAnswer,
  type TranscriptionEngine,
} from './engine.ts';
import { openEngineProcess } from './engine-process.ts';

export type WhisperFiles = { encoder: string; decoder: string; tokens: string };
/** Answered when the model stands in memory. */
export type WhisperLoading = { files: WhisperFiles };
export type WhisperJob = {
  files: WhisperFiles;
  samplesFile: string;
  windows: readonly Span[];
  language: string;
  task: 'transcribe' | 'translate';
};
export type WhisperAnswer = { texts: readonly string[]; language: string };

const program = new URL('./whisper-process.ts', import.meta.url);
const startMs = 120_000;
const msPerSecond = 6000;
/** Whisper hears 30 s at once. */
const windowSecondsMax = 28;

/** A Whisper model of the operator's, through sherpa-onnx in a child process. */
export function openWhisper(folder: string | undefined): TranscriptionEngine {
  const process = openEngineProcess(program);
  const find = () => (folder ? findModel(folder) : Promise.resolve(null));
  let hasLoaded = false;
  /** Broken models end the process that loads them, so it is tried once before it is offered. */
  async function loads(files: WhisperFiles): Promise<boolean> {
    const loading: WhisperLoading = { files };
    const { signal } = new AbortController();
    hasLoaded ||= await process.ask(loading, { signal, timeoutMs: startMs }).then(
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
    isAvailable: rememberAnswer(async () => {
      const files = await find();
      return files !== null && (await canRun('ffmpeg', ['-version'])) && loads(files);
    }),
    transcribe: ({ samplesFile, speech, seconds, language, isTranslated }, signal) =>
      orDown(signal, async () => {
        const files = await find();
        if (!files) throw new EngineDown('the model is gone');
        const windows = toWindows(speech);
        const task = isTranslated ? 'translate' : 'transcribe';
        const job: WhisperJob = { files, samplesFile, windows, language: language ?? '', task };
        const timeoutMs = startMs + seconds * msPerSecond;
        const answer = (await process.ask(job, { signal, timeoutMs })) as WhisperAnswer;
        return toHeard(answer, windows, language);
      }),
    close: () => process.close(),
  };
}

const toHeard = (answer: WhisperAnswer, windows: readonly Span[], asked?: string): Heard => ({
  language: answer.language || asked || null,
  languageProbability: null,
  segments: windows.flatMap(({ start, end }, id) => {
    const text = answer.texts[id]?.trim() ?? '';
    return text ? [{ id, start, end, text, avg_logprob: null, no_speech_prob: null }] : [];
  }),
  words: [],
});

/** The smaller (int8) file of each part where there are two. */
async function findModel(folder: string): Promise<WhisperFiles | null> {
  const names = (await readdir(folder).catch(() => [])).sort();
  const pick = (shape: RegExp) => {
    const fitting = names.filter((name) => shape.test(name));
    const name = fitting.find((one) => one.includes('int8')) ?? fitting[0];
    return name && path.join(folder, name);
  };
  const encoder = pick(/encoder.*\.onnx$/);
  const decoder = pick(/decoder.*\.onnx$/);
  const tokens = pick(/tokens\.txt$/);
  return encoder && decoder && tokens ? { encoder, decoder, tokens } : null;
}

/** Spans of at most 28 s: short ones are joined, long ones cut. */
export function toWindows(speech: readonly Span[]): Span[] {
  const windows: Span[] = [];
  for (const span of speech) {
    const last = windows.at(-1);
    if (last && span.end - last.start <= windowSecondsMax) last.end = span.end;
    else
      for (let start = span.start; start < span.end; start += windowSecondsMax)
        windows.push({ start, end: Math.min(span.end, start + windowSecondsMax) });
  }
  return windows;
}
