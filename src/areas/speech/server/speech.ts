// What the use-cases of this area work with.
import os from 'node:os';
import { LRUCache } from 'lru-cache';
import { ApiError, apiError } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { SynthesisWire } from '../contract.ts';
import { providerUnavailable, tooBusy } from '../speech-errors.ts';
import { EngineDown } from './engines/engine.ts';
import { type Engines, openEngines } from './engines/engines.ts';
import { ProgramError } from './programs.ts';
import { openSpeechPool, type SpeechPool } from './speech-pool.ts';
import { createWorkLane, LaneFull, type WorkLane } from './work-lane.ts';

export type Speech = {
  kernel: Kernel;
  pool: SpeechPool;
  engines: Engines;
  /** What was answered last, by who asked for what. */
  answers: LRUCache<string, SynthesisWire>;
  listening: WorkLane;
  speaking: WorkLane;
};

const waitingMax = 16;
const answersBytesMax = 32 * 1024 * 1024;
/** What an answer takes beside its sound, roughly. */
const answerBytes = 1024;
// A phrase that is still asked for is noted in the database as used.
const answersKeptMs = 3_600_000;
export const retrySeconds = 5;

export function openSpeech(kernel: Kernel): Speech {
  const pool = openSpeechPool(kernel.log);
  const engines = openEngines(kernel.config, pool, kernel.log);
  const runningMax = Math.max(2, os.availableParallelism());
  const speech: Speech = {
    kernel,
    pool,
    engines,
    answers: new LRUCache({
      maxSize: answersBytesMax,
      sizeCalculation: ({ audio }) => answerBytes + audio.length,
      ttl: answersKeptMs,
    }),
    listening: createWorkLane({ runningMax, waitingMax }),
    speaking: createWorkLane({ runningMax, waitingMax }),
  };
  kernel.closing.push(
    { name: 'speech engines', run: () => engines.close() },
    { name: 'speech threads', run: () => pool.close() },
  );
  for (const [name, lane] of Object.entries({
    transcription: speech.listening,
    synthesis: speech.speaking,
  }))
    kernel.metrics.addGauge({
      name: `speech_${name}_jobs`,
      help: `Pieces of ${name} by state, in this process.`,
      label: 'state',
      read: () => ({ running: lane.running, waiting: lane.waiting }),
    });
  return speech;
}

/** Runs an account's work in its lane; a full lane and a dead engine become answers. */
export async function work<T>(
  { kernel }: Speech,
  lane: WorkLane,
  { accountId, signal }: { accountId: number; signal: AbortSignal },
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await lane.run(act, signal, accountId);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ApiError) throw error;
    if (error instanceof LaneFull) throw apiError(tooBusy, { retry_after: retrySeconds });
    const isOurs = error instanceof EngineDown || error instanceof ProgramError;
    if (!isOurs) throw error;
    kernel.log.warn({ err: error }, 'a speech engine failed');
    if (error instanceof ProgramError && error.fault === 'missing')
      throw apiError(providerUnavailable, { enable: `Install ${error.command}.` });
    throw apiError(providerUnavailable, { retry_after: retrySeconds });
  }
}

export const notFound = () => apiError(commonErrors.notFound);
