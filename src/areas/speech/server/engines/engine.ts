// The interface of engines. A new one needs a file here and a line in engines.ts.
import type { EngineOption, Quality } from '../../wire/speech.constants.ts';
import type { SegmentWire, WordWire } from '../../wire/transcriptions.ts';
import type { MediaType } from '../audio/media-types.ts';
import type { TimeSpan } from '../audio/voice-activity.ts';
import type { PcmAudio } from '../audio/wav.ts';

type EngineInfo = {
  /** The value of `model` in the API. */
  id: string;
  name: string;
  note: string;
  /** Of the model in use. */
  readonly quality: Quality;
  /** How the operator installs it, in one sentence. */
  enable: string;
  /** ISO 639-1 where there is one; empty when its model decides. */
  languages: readonly string[];
  /** Supported optional fields of the call. */
  readonly options: readonly EngineOption[];
  /** It works on the whole recording or text at once, so its result cannot be sent in parts. */
  needsWhole?: true;
  isAvailable(): Promise<boolean>;
  close?(): Promise<void> | void;
};

export type TranscriptionJob = {
  /** Signed 16-bit mono samples at 16 kHz. */
  samplesFile: string;
  /** The file as it was uploaded. */
  originalFile: string;
  media: MediaType;
  seconds: number;
  speech: readonly TimeSpan[];
  language?: string | undefined;
  prompt?: string | undefined;
  keywords?: readonly string[] | undefined;
  temperature?: number | undefined;
  isTranslated: boolean;
  /** Only for engines with the option `diarize`. */
  isDiarized?: boolean;
};
export type EngineTranscript = {
  language: string | null;
  languageProbability: number | null;
  segments: SegmentWire[];
  words: WordWire[];
};
export type TranscriptionEngine = EngineInfo & {
  /** Throws EngineUnavailable, ProgramError, or the signal's reason. */
  transcribe(job: TranscriptionJob, signal: AbortSignal): Promise<EngineTranscript>;
};

export type EngineVoice = { id: string; name: string; language: string };
export type SpeechJob = {
  text: string;
  voice: EngineVoice;
  /** Within `speeds`. */
  speed: number;
  instructions?: string | undefined;
};
export type SpeechEngine = EngineInfo & {
  /** The speeds of the engine itself; for others the audio is stretched. */
  speeds: readonly [number, number];
  /** Whether a voice of this language can pronounce the text. */
  canRead(text: string, language: string): boolean;
  voices(): Promise<readonly EngineVoice[]>;
  /** Throws EngineUnavailable, ProgramError, or the signal's reason. */
  speak(job: SpeechJob, signal: AbortSignal): Promise<PcmAudio>;
};

/**
 * The engine crashed, timed out or is unreachable. The next call may succeed. Thrown only where the
 * engine itself failed: any other error is a fault of ours, and is reported as one.
 */
export class EngineUnavailable extends Error {}

/** Caches a result, such as "is it installed?". Errors are not cached. */
export function cacheResult<T>(load: () => Promise<T>, cacheMs = 60_000): () => Promise<T> {
  let cached: { result: Promise<T>; untilMs: number } | null = null;
  return async () => {
    if (!cached || performance.now() > cached.untilMs)
      cached = { result: load(), untilMs: performance.now() + cacheMs };
    const current = cached;
    try {
      return await current.result;
    } catch (error) {
      if (cached === current) cached = null;
      throw error;
    }
  };
}
