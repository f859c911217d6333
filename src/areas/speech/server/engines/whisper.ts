import { canRun } from '#kernel/run-program.ts';
import type { TimeSpan } from '../audio/voice-activity.ts';
import { findModel, suggestedModelName } from '../models/catalogue.ts';
import { listInstalledModels } from '../models/installed-models.ts';
import { findWhisperFiles, type WhisperFiles } from '../models/model-files.ts';
import { installCommand } from '../models/suggest-models.ts';
import {
  cacheResult,
  type EngineTranscript,
  EngineUnavailable,
  type TranscriptionEngine,
} from './engine.ts';
import { createEngineProcess } from './engine-process.ts';
import { createLoadCheck } from './load-check.ts';
import { whisperLanguages } from './whisper-languages.ts';

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

export const whisperProgram = new URL('./whisper-process.ts', import.meta.url);
const startMs = 120_000;
const msPerSecond = 6000;
/** Whisper processes at most 30 s at a time. */
const windowSecondsMax = 28;

type WhisperFolders = {
  /** STT_MODEL_DIR: one model, used instead of the installed ones. */
  ownFolder: string | undefined;
  modelsFolder: string;
};
type Model = { files: WhisperFiles; quality: 'standard' | 'high'; translates: boolean };

/** A Whisper model installed by the operator, run by sherpa-onnx in a child process. */
export function createWhisper(folders: WhisperFolders): TranscriptionEngine {
  const process = createEngineProcess(whisperProgram);
  /** The model that was found last. */
  let model: Model | null = null;
  const find = async () => {
    model = await findBestModel(folders);
    return model;
  };
  const loads = createLoadCheck((files: WhisperFiles) => {
    const loading: WhisperLoadJob = { files };
    return process.run(loading, { signal: new AbortController().signal, timeoutMs: startMs });
  });
  const hasFfmpeg = cacheResult(() => canRun('ffmpeg', ['-version']));
  return {
    id: 'whisper',
    name: 'Whisper, on this server',
    note: 'Many languages, by the model that the operator installed.',
    get quality() {
      return model?.quality ?? 'standard';
    },
    enable: `Run ${installCommand(findModel(suggestedModelName)!)}, or set STT_MODEL_DIR to a folder with a whole Whisper model for sherpa-onnx (encoder, decoder, tokens). Install ffmpeg.`,
    languages: whisperLanguages,
    get options() {
      return model?.translates === false ? [] : (['translate'] as const);
    },
    isAvailable: async () => {
      const found = await find();
      return found !== null && (await hasFfmpeg()) && loads(found.files);
    },
    async transcribe({ samplesFile, speech, seconds, language, isTranslated }, signal) {
      const found = await find();
      if (!found) throw new EngineUnavailable('the model was removed');
      const { files } = found;
      const windows = toWindows(speech);
      const task = isTranslated ? 'translate' : 'transcribe';
      const job: WhisperJob = { files, samplesFile, windows, language: language ?? '', task };
      const timeoutMs = startMs + seconds * msPerSecond;
      const result = (await process.run(job, { signal, timeoutMs })) as WhisperResult;
      return toTranscript(result, windows, language);
    },
    close: () => process.close(),
  };
}

async function findBestModel({ ownFolder, modelsFolder }: WhisperFolders): Promise<Model | null> {
  if (ownFolder) {
    const files = await findWhisperFiles(ownFolder);
    return files && { files, quality: 'standard', translates: true };
  }
  for (const { model, folder } of await listInstalledModels(modelsFolder, 'transcription')) {
    const files = await findWhisperFiles(folder);
    const quality = model.quality === 'high' ? 'high' : 'standard';
    if (files) return { files, quality, translates: model.translates === true };
  }
  return null;
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
