// All engines, in order of preference.
import type { Config } from '#kernel/config.ts';
import type { Logger } from '#kernel/observability/logging.ts';
import type { SpeechConfig } from '../config.ts';
import { modelsFolder } from '../models/installed-models.ts';
import type { ThreadPool } from '../processing/thread-pool.ts';
import { baseLanguage } from '../text/scripts.ts';
import type { EngineVoice, SpeechEngine, TranscriptionEngine } from './engine.ts';
import { createEspeak } from './espeak.ts';
import { createFlite } from './flite.ts';
import { createPiper } from './piper.ts';
import { createPocketsphinx } from './pocketsphinx.ts';
import { createRemoteSpeech, createRemoteTranscriber } from './remote.ts';
import { createWhisper } from './whisper.ts';

export type AvailableVoice = { engine: SpeechEngine; voice: EngineVoice };
export type Engines = {
  transcription: readonly TranscriptionEngine[];
  speech: readonly SpeechEngine[];
  /** Voices of the available engines, in order of preference. */
  listVoices(): Promise<AvailableVoice[]>;
  close(): Promise<void>;
};

type Log = Pick<Logger, 'warn'>;

export function createEngines(
  config: Config & SpeechConfig,
  threads: ThreadPool,
  log: Log,
): Engines {
  const models = modelsFolder(config);
  const transcription = [
    createRemoteTranscriber(config),
    createWhisper({ ownFolder: config.STT_MODEL_DIR, modelsFolder: models }),
    createPocketsphinx(),
  ];
  const speech = [
    createRemoteSpeech(config),
    createPiper(models),
    createFlite(threads),
    createEspeak(),
  ];
  return {
    transcription,
    speech,
    listVoices: async () =>
      (await Promise.all(speech.map((engine) => listEngineVoices(engine, log)))).flat(),
    async close() {
      for (const engine of [...transcription, ...speech]) await engine.close?.();
    },
  };
}

/** Empty when the engine fails to list its voices. */
async function listEngineVoices(engine: SpeechEngine, log: Log): Promise<AvailableVoice[]> {
  try {
    if (!(await engine.isAvailable())) return [];
    return (await engine.voices()).map((voice) => ({ engine, voice }));
  } catch (err) {
    log.warn({ err, engine: engine.id }, 'a speech engine did not list its voices');
    return [];
  }
}

/** The first available engine that supports the language. */
export async function selectTranscriptionEngine(
  engines: readonly TranscriptionEngine[],
  language: string | undefined,
): Promise<TranscriptionEngine | null> {
  for (const engine of engines)
    if (supportsLanguage(engine, language) && (await engine.isAvailable())) return engine;
  return null;
}

export const supportsLanguage = (
  { languages }: TranscriptionEngine,
  language: string | undefined,
): boolean =>
  languages.length === 0 || language === undefined || languages.includes(baseLanguage(language));

/** Whether it can transcribe live captions. */
export const worksInParts = ({ needsWhole }: Pick<TranscriptionEngine, 'needsWhole'>): boolean =>
  !needsWhole;

/**
 * Prefers a multilingual voice (`mul`), then the exact region (en-GB), then for the language itself
 * a voice that is more than basic.
 */
export function findVoice(
  voices: readonly AvailableVoice[],
  language: string,
): AvailableVoice | undefined {
  const tag = language.toLowerCase().replaceAll('_', '-');
  const base = baseLanguage(tag);
  const voiceLanguage = base === 'zh' ? 'cmn' : base;
  const isSpoken = ({ voice }: AvailableVoice) => baseLanguage(voice.language) === voiceLanguage;
  const isExact = ({ voice }: AvailableVoice) => voice.language.toLowerCase() === tag;
  return (
    voices.find(({ voice }) => voice.language === 'mul') ??
    (tag === base ? undefined : voices.find(isExact)) ??
    voices.find((one) => one.engine.quality !== 'basic' && isSpoken(one)) ??
    voices.find(isExact) ??
    voices.find(({ voice }) => voice.language === voiceLanguage) ??
    voices.find(isSpoken)
  );
}
