// The dependencies of the speech use cases.
import os from 'node:os';
import { LRUCache } from 'lru-cache';
import type { Db } from '#kernel/database/database.ts';
import { createFairQueue, type FairQueue, QueueFull } from '#kernel/fair-queue.ts';
import { accountCaller } from '#kernel/http/caller.ts';
import { ApiError, apiError } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { ProgramError } from '#kernel/run-program.ts';
import { hourMs } from '#lib/durations.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { providerUnavailable, tooBusy } from '../wire/errors.ts';
import type { SynthesisWire } from '../wire/index.ts';
import type { SpeechConfig } from './config.ts';
import { EngineUnavailable } from './engines/engine.ts';
import { createEngines, type Engines } from './engines/engines.ts';
import { modelsFolder } from './models/installed-models.ts';
import { describeBetterEngine } from './models/suggest-models.ts';
import { createJoinCalls, type JoinCalls } from './processing/join-calls.ts';
import { createThreadPool, type ThreadPool } from './processing/thread-pool.ts';

/** Facts of other areas. */
export type PlanFacts = {
  /** Seconds that the account's plan transcribes in a month; null without a limit. */
  readTranscriptionSeconds(db: Db, accountId: number, now: Date): Promise<number | null>;
};

export type Speech = {
  kernel: Kernel<SpeechConfig>;
  plans: PlanFacts;
  threads: ThreadPool;
  engines: Engines;
  /** Recent results, by account and input. */
  synthesisCache: LRUCache<string, SynthesisWire>;
  transcriptionQueue: FairQueue;
  synthesisQueue: FairQueue;
  joinCalls: JoinCalls;
  /**
   * Aborts when the server stops. What is reserved for the plan ends by this only: a client that
   * leaves has caused the work.
   */
  stopping: AbortSignal;
};

const waitingMax = 16;
const cacheBytesMax = 32 * 1024 * 1024;
/** Approximate size of a result without its audio. */
const cacheEntryBytes = 1024;
// Short enough that the last use of a cached phrase is still updated in the database.
const cacheTtlMs = hourMs;
export const retrySeconds = 5;

export function createSpeech(kernel: Kernel<SpeechConfig>, plans: PlanFacts): Speech {
  const threads = createThreadPool(kernel.log);
  const engines = createEngines(kernel.config, threads, kernel.log);
  const stopping = new AbortController();
  const max = Math.max(2, os.availableParallelism());
  const limits = { max, waitingMax, isFewestFirst: true };
  const speech: Speech = {
    kernel,
    plans,
    threads,
    engines,
    synthesisCache: new LRUCache({
      maxSize: cacheBytesMax,
      sizeCalculation: ({ audio }) => cacheEntryBytes + audio.length,
      ttl: cacheTtlMs,
    }),
    transcriptionQueue: createFairQueue({ what: 'transcription', ...limits }),
    synthesisQueue: createFairQueue({ what: 'synthesis', ...limits }),
    joinCalls: createJoinCalls(),
    stopping: stopping.signal,
  };
  logBetterEngine(kernel);
  kernel.closing.push(
    { name: 'speech work', run: async () => stopping.abort() },
    { name: 'speech engines', run: () => engines.close() },
    { name: 'speech threads', run: () => threads.close() },
  );
  for (const [name, queue] of Object.entries({
    transcription: speech.transcriptionQueue,
    synthesis: speech.synthesisQueue,
  }))
    kernel.metrics.addGauge({
      name: `speech_${name}_jobs`,
      help: `Pieces of ${name} by state, in this process.`,
      label: 'state',
      read: queue.stats,
    });
  return speech;
}

/** One line at the start, unless the operator chose an engine. */
async function logBetterEngine({ config, log }: Kernel<SpeechConfig>): Promise<void> {
  if (config.SPEECH_API_URL || config.STT_MODEL_DIR) return;
  const better = await describeBetterEngine(modelsFolder(config));
  if (better) log.info(better);
}

/** Runs work of an account in a queue; a full queue or a failed engine throws an ApiError. */
export async function runQueued<T>(
  { kernel }: Speech,
  queue: FairQueue,
  { accountId, signal }: { accountId: number; signal: AbortSignal },
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await queue.run(accountCaller(accountId), act, signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ApiError) throw error;
    if (error instanceof QueueFull) throw apiError(tooBusy, { retry_after: retrySeconds });
    const isOurs = error instanceof EngineUnavailable || error instanceof ProgramError;
    if (!isOurs) throw error;
    kernel.log.warn({ err: error }, 'a speech engine failed');
    if (error instanceof ProgramError && error.fault === 'missing')
      throw apiError(providerUnavailable, { enable: `Install ${error.command}.` });
    throw apiError(providerUnavailable, { retry_after: retrySeconds });
  }
}

export const notFound = () => apiError(commonErrors.notFound);
