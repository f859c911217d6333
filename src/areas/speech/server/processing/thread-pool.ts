// Worker threads. On a timeout or abort the thread is stopped and replaced.
import os from 'node:os';
import type { Logger } from '#kernel/observability/logging.ts';
import { createWorkerPool } from '#kernel/worker-pool.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import { EngineUnavailable } from '../engines/engine.ts';
import type * as worker from './speech-worker.ts';

type Tasks = typeof worker;
type Options = { timeoutMs: number; signal?: AbortSignal | undefined };
export type ThreadPool = {
  /** Throws the task's error, EngineUnavailable after `timeoutMs`, or the reason of the abort. */
  run<K extends keyof Tasks>(
    task: K,
    job: Parameters<Tasks[K]>[0],
    options: Options,
  ): Promise<Awaited<ReturnType<Tasks[K]>>>;
  close(): Promise<void>;
};

const file = new URL('./speech-worker.ts', import.meta.url);
const threadsMax = Math.max(1, Math.min(4, os.availableParallelism()));

export function createThreadPool(log: Pick<Logger, 'warn'>): ThreadPool {
  const { run, close } = createWorkerPool<never, never>({ log, file, threadsMax });
  return {
    async run(name, job, { timeoutMs, signal }) {
      const timeout = createTimeout(timeoutMs);
      const abort = signal ? AbortSignal.any([signal, timeout]) : timeout;
      try {
        return await run(job as never, { name, signal: abort });
      } catch (error) {
        throw error === timeout.reason ? new EngineUnavailable(`${name} timed out`) : error;
      }
    },
    close,
  };
}
