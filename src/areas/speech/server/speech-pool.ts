// The threads of this area. A thread that hangs is ended with its job, and another one takes over.
import os from 'node:os';
import type { Piscina } from 'piscina';
import type { Logger } from '#kernel/logging.ts';
import type * as worker from './speech-worker.ts';

type Tasks = typeof worker;
type Options = { timeoutMs: number; signal?: AbortSignal | undefined };
export type SpeechPool = {
  /** Throws what the task threw, or the reason of the signal or of the time-out. */
  run<K extends keyof Tasks>(
    task: K,
    job: Parameters<Tasks[K]>[0],
    options: Options,
  ): Promise<Awaited<ReturnType<Tasks[K]>>>;
  close(): Promise<void>;
};

const workerFile = new URL('./speech-worker.ts', import.meta.url).href;
const idleMs = 60_000;

export function openSpeechPool(log: Pick<Logger, 'warn'>): SpeechPool {
  let pool: Promise<Piscina> | null = null;
  const open = async () => {
    const { Piscina: Pool } = await import('piscina');
    const opened = new Pool({
      filename: workerFile,
      minThreads: 0,
      maxThreads: Math.max(1, Math.min(4, os.availableParallelism())),
      idleTimeout: idleMs,
    });
    opened.on('error', (err) => log.warn({ err }, 'a thread of the speech engines failed'));
    return opened;
  };
  return {
    async run(task, job, { timeoutMs, signal }) {
      pool ??= open();
      const limit = AbortSignal.timeout(timeoutMs);
      const ends = signal ? AbortSignal.any([signal, limit]) : limit;
      try {
        return await (await pool).run(job, { name: task, signal: ends });
      } catch (error) {
        throw ends.aborted ? ends.reason : error;
      }
    },
    close: async () => {
      await (await pool)?.destroy();
    },
  };
}
