// What an engine is to the rest. Adding one means one file here and one line in engines.ts.
import type { SegmentWire, WordWire } from '../../transcription-contract.ts';
import type { Span } from '../voice-activity.ts';
import type { Sound } from '../wav.ts';

type Named = {
  /** What callers choose it by. */
  id: string;
  name: string;
  note: string;
  /** How the operator brings it, in one sentence. */
  enable: string;
  /** ISO 639-1 where there is one; empty when its model decides. */
  languages: readonly string[];
  /** Options of the call beyond the plain ones. */
  options: readonly string[];
  isAvailable(): Promise<boolean>;
  close?(): Promise<void> | void;
};

export type Listening = {
  /** Signed 16-bit samples at 16 kHz, one channel. */
  samplesFile: string;
  /** The recording as it came, and its kind as ffmpeg calls it. */
  originalFile: string;
  reader: string;
  seconds: number;
  speech: readonly Span[];
  language?: string | undefined;
  prompt?: string | undefined;
  keywords?: readonly string[] | undefined;
  temperature?: number | undefined;
  isTranslated: boolean;
};
export type Heard = {
  language: string | null;
  languageProbability: number | null;
  segments: SegmentWire[];
  words: WordWire[];
};
export type TranscriptionEngine = Named & {
  /** Throws EngineDown, or the signal's reason. */
  transcribe(job: Listening, signal: AbortSignal): Promise<Heard>;
};

export type EngineVoice = { id: string; name: string; language: string };
export type Speaking = {
  text: string;
  voice: EngineVoice;
  /** Within `speeds`. */
  speed: number;
  instructions?: string | undefined;
};
export type SpeechEngine = Named & {
  /** The speeds that it speaks at by itself; others are reached by stretching the sound. */
  speeds: readonly [number, number];
  /** Whether a voice of this language says the text, or would be silent about much of it. */
  canRead(text: string, language: string): boolean;
  voices(): Promise<readonly EngineVoice[]>;
  /** Throws EngineDown, or the signal's reason. */
  speak(job: Speaking, signal: AbortSignal): Promise<Sound>;
};

/** The engine died, hung, or is out of reach: the next call may well succeed. */
export class EngineDown extends Error {}

/** Remembers an answer, "is it installed?" for a minute; a question that failed is asked again. */
export function rememberAnswer<T>(ask: () => Promise<T>, keptMs = 60_000): () => Promise<T> {
  let kept: { answer: Promise<T>; untilMs: number } | null = null;
  return async () => {
    if (!kept || performance.now() > kept.untilMs)
      kept = { answer: ask(), untilMs: performance.now() + keptMs };
    const asked = kept;
    try {
      return await asked.answer;
    } catch (error) {
      if (kept === asked) kept = null;
      throw error;
    }
  };
}

/** Turns any failure of an engine into EngineDown, but for the caller's own end. */
export async function orDown<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new EngineDown(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
