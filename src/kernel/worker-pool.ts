// Worker threads for work that would block all other requests. They start with the first job and
// end after being idle, which frees their memory.
import type { ResourceLimits } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { Logger } from './observability/logging.ts';

export type WorkerPool<Job, Result> = {
  /** Throws the job's error, the reason of its abort, and after `close`. An abort ends the thread. */
  run(job: Job, options?: RunOptions): Promise<Result>;
  close(): Promise<void>;
};

type RunOptions = {
  /** The export that runs the job; by default the default export. */
  name?: string;
  signal?: AbortSignal;
  transferList?: ArrayBuffer[];
};

type WorkerOptions = {
  log: Pick<Logger, 'warn'>;
  /** Its exports run jobs: `new URL('./x-worker.ts', import.meta.url)`. */
  file: URL;
  threadsMax: number;
  /** Of a thread. Beyond it the job fails with `ERR_WORKER_OUT_OF_MEMORY`. */
  resourceLimits?: ResourceLimits;
};

const idleMs = 20_000;

export function createWorkerPool<Job, Result>(options: WorkerOptions): WorkerPool<Job, Result> {
  const { log, file, threadsMax, resourceLimits = {} } = options;
  let pool: Promise<Piscina<Job, Result>> | null = null;
  let isClosed = false;
  const open = async () => {
    // Loaded with the first job: most processes run none.
    const { Piscina: Pool } = await import('piscina');
    const opened = new Pool<Job, Result>({
      filename: file.href,
      minThreads: 0,
      maxThreads: threadsMax,
      idleTimeout: idleMs,
      resourceLimits,
    });
    opened.on('error', (err) => log.warn({ err, worker: file.pathname }, 'a worker failed'));
    return opened;
  };
  return {
    async run(job, runOptions = {}) {
      if (isClosed) throw new Error(`The workers of ${file.pathname} are closed.`);
      pool ??= open();
      try {
        return await (await pool).run(job, runOptions);
      } catch (error) {
        throw runOptions.signal?.aborted ? runOptions.signal.reason : error;
      }
    },
    close: async () => {
      isClosed = true;
      await (await pool)?.destroy();
    },
  };
}
