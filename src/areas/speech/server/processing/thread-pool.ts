// Worker threads. On a timeout or abort the thread is stopped and replaced.
import os from 'node:os';
import type { Piscina } from 'piscina';
import type { Logger } from '#kernel/observability/logging.ts';
import type * as worker from './speech-worker.ts';

type Tasks = typeof worker;
type Options = { timeoutMs: number; signal?: AbortSignal | undefined };
export type ThreadPool = {
  /** Throws the task's error, or the reason of the abort or timeout. */
  run<K extends keyof Tasks>(
    task: K,
    job: Parameters<Tasks[K]>[0],
    options: Options,
  ): Promise<Awaited<ReturnType<Tasks[K]>>>;
  close(): Promise<void>;
};

const workerFile = new URL('./speech-worker.ts', import.meta.url).href;
const idleMs = 60_000;

export function createThreadPool(log: Pick<Logger, 'warn'>): ThreadPool {
  let pool: Promise<Piscina> | null = null;
  const open = async () => {
    const { Piscina: Pool } = await import('piscina');
    const opened = new Pool({
      filename: workerFile,
      minThreads: 0,
      maxThreads: Math.max(1, Math.min(4, os.availableParallelism())),
      idleTimeout: idleMs,
    });
    opened.on('error', (err) => log.warn({ err }, 'a speech worker thread failed'));
    return opened;
  };
  return {
    async run(task, job, { timeoutMs, signal }) {
      pool ??= open();
      const timeout = AbortSignal.timeout(timeoutMs);
      const abort = signal ? AbortSignal.any([signal, timeout]) : timeout;
      try {
        return await (await pool).run(job, { name: task, signal: abort });
      } catch (error) {
        throw abort.aborted ? abort.reason : error;
      }
    },
    close: async () => {
      await (await pool)?.destroy();
    },
  };
}
