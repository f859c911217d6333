// Every engine, in the order in which one is chosen when nobody names one.
import type { Config } from '#kernel/config.ts';
import type { Logger } from '#kernel/logging.ts';
import { baseLanguage } from '../scripts.ts';
import type { SpeechPool } from '../speech-pool.ts';
import type { EngineVoice, SpeechEngine, TranscriptionEngine } from './engine.ts';
import { openEspeak } from './espeak.ts';
import { openFlite } from './flite.ts';
import { openPocketsphinx } from './pocketsphinx.ts';
import { openRemoteTranscriber, openRemoteVoice } from './remote.ts';
import { openWhisper } from './whisper.ts';

export type FoundVoice = { engine: SpeechEngine; voice: EngineVoice };
export type Engines = {
  transcription: readonly TranscriptionEngine[];
  speech: readonly SpeechEngine[];
  /** Of the engines that are there, in their order. */
  listVoices(): Promise<FoundVoice[]>;
  close(): Promise<void>;
};

type Log = Pick<Logger, 'warn'>;

export function openEngines(config: Config, pool: SpeechPool, log: Log): Engines {
  const transcription = [
    openRemoteTranscriber(config),
    openWhisper(config.STT_MODEL_DIR),
    openPocketsphinx(),
  ];
  const speech = [openRemoteVoice(config), openFlite(pool), openEspeak()];
  return {
    transcription,
    speech,
    listVoices: async () =>
      (await Promise.all(speech.map((engine) => voicesOf(engine, log)))).flat(),
    async close() {
      for (const engine of [...transcription, ...speech]) await engine.close?.();
    },
  };
}

/** An engine that can't say its voices has none for now; the others go on. */
async function voicesOf(engine: SpeechEngine, log: Log): Promise<FoundVoice[]> {
  try {
    if (!(await engine.isAvailable())) return [];
    return (await engine.voices()).map((voice) => ({ engine, voice }));
  } catch (err) {
    log.warn({ err, engine: engine.id }, 'a speech engine did not list its voices');
    return [];
  }
}

/** The first that is there and knows the language; an engine without a list may know any. */
export async function pickTranscription(
  engines: readonly TranscriptionEngine[],
  language: string | undefined,
): Promise<TranscriptionEngine | null> {
  for (const engine of engines)
    if (knows(engine, language) && (await engine.isAvailable())) return engine;
  return null;
}

export const knows = ({ languages }: TranscriptionEngine, language: string | undefined): boolean =>
  languages.length === 0 || language === undefined || languages.includes(baseLanguage(language));

/** `mul` speaks every language. An exact tag is better than its base: pt-br before pt. */
export function voiceFor(voices: readonly FoundVoice[], language: string): FoundVoice | undefined {
  const tag = language.toLowerCase().replaceAll('_', '-');
  const base = baseLanguage(tag);
  const wanted = base === 'zh' ? 'cmn' : base;
  return (
    voices.find(({ voice }) => voice.language === 'mul') ??
    voices.find(({ voice }) => voice.language.toLowerCase() === tag) ??
    voices.find(({ voice }) => voice.language === wanted) ??
    voices.find(({ voice }) => baseLanguage(voice.language) === wanted)
  );
}
