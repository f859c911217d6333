// Background jobs on pg-boss, stored in the schema `pgboss` of our own database.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Db } from '#kernel/database/database.ts';
import { withCaller } from '#kernel/database/work.ts';
import type { ReportError } from '../observability/error-reports.ts';
import type { Logger } from '../observability/logging.ts';
import type { Tracing } from '../observability/spans.ts';
import { type Lease, usualLease, watchAbandonedJobs } from './abandoned-jobs.ts';
import {
  declareQueues,
  type QueueOptions,
  type Schedule,
  writeSchedules,
} from './declare-queues.ts';
import { watchDueJobs } from './due-jobs.ts';
import {
  type FailedJob,
  failedQueue,
  listFailedJobs,
  listQueueStats,
  listSchedules,
  pgBossSchema,
  type QueueStats,
  type ScheduleState,
} from './job-records.ts';
import { traceJob, withTraceparent } from './trace-job.ts';

export type JobHandler<T> = (
  data: T,
  job: { id: string; attempt: number; isLastAttempt: boolean },
) => Promise<void>;

export type SendOptions = {
  startAfterSeconds?: number;
  /** While a job with this key waits in the queue, sending another has no effect. */
  singletonKey?: string;
};

export type Jobs = {
  /** Declares a queue and, in a process that runs workers, its worker. Call it before start(). */
  define<T extends object>(queue: string, options: QueueOptions, handler: JobHandler<T>): void;
  /**
   * Runs a declared queue by cron (UTC, one schedule per queue). A slot runs once, whatever the
   * number of processes. Of the slots missed while no process ran, only the last runs later.
   */
  schedule(queue: string, cron: string, data?: object): void;
  /** The schedules in the order of their queues, with their last and next runs. */
  listSchedules(): Promise<ScheduleState[]>;
  /**
   * Adds a job to a queue within the caller's transaction: it exists only once that commits.
   * Handlers may get a job twice, so they must be idempotent: when a process died halfway, another
   * one takes its jobs over within 30 s.
   */
  send<T extends object>(tx: Db, queue: string, data: T, options?: SendOptions): Promise<void>;
  /** What needs the queues waits until they are open. */
  start(): Promise<void>;
  isStarting(): boolean;
  /** Starts no more jobs; running ones have `timeoutMs` (at least 1 s) to end, then are retried. */
  stop(timeoutMs: number): Promise<void>;
  /** Every declared queue: jobs waiting (including retries), running, and failed in 90 days. */
  stats(): Promise<QueueStats[]>;
  /** Jobs of a queue that finally failed in the last 90 days, newest first. */
  listFailed(queue: string, page: { limit: number; offset: number }): Promise<FailedJob[]>;
  /** Requeues one failed job, or up to 1000 of a queue. Returns their number. */
  retryFailed(queue: string, id?: string): Promise<number>;
};

type Observers = { reportError: ReportError | undefined; tracing: Tracing | undefined };
type WorkerOptions = { lease: Lease } & Observers;
type QueueDefinition = { queue: string; options: QueueOptions; handler: JobHandler<object> };

const hourSeconds = 3600;
/** Workers are woken; they look by themselves only in case that failed. */
const workerPollSeconds = 600;

/**
 * `pollSeconds` is how late a retry or a delayed job may run; new jobs are announced by NOTIFY.
 * A pooler in transaction mode does not support LISTEN: pass a direct connection.
 */
export function createJobs(options: {
  connection: pg.ClientConfig;
  runsWorkers: boolean;
  log: Logger;
  pollSeconds?: number;
  lease?: Lease;
  /** Called with the last error of a job that finally failed. */
  reportError?: ReportError | undefined;
  tracing?: Tracing | undefined;
}): Jobs {
  const { connection, runsWorkers, log, pollSeconds = 2, lease = usualLease } = options;
  const { reportError, tracing } = options;
  const declared = new Map<string, QueueDefinition>();
  const schedules = new Map<string, Schedule>();
  let watches: (() => void)[] = [];
  let starting: Promise<void> | undefined;
  const boss = createBoss(connection, { runsWorkers, log });
  const opened = async (): Promise<PgBoss> => {
    await starting;
    return boss;
  };

  async function start(): Promise<void> {
    await boss.start();
    await declareQueues(boss, declared, schedules);
    if (!runsWorkers) return;
    await writeSchedules(boss, schedules);
    const wake = await startAllWorkers(boss, declared, log, { lease, reportError, tracing });
    const due = watchDueJobs(boss, [...declared.keys()], { pollSeconds, log, wake });
    watches = [due, watchAbandonedJobs(boss, lease, { log, wake })];
  }

  return {
    define: (queue, settings, handler) => {
      if (declared.has(queue)) throw new Error(`The queue ${queue} is defined twice.`);
      declared.set(queue, { queue, options: settings, handler: handler as JobHandler<object> });
    },
    schedule: (queue, cron, data = {}) => {
      if (!declared.has(queue)) throw new Error(`Define the queue ${queue} before its schedule.`);
      schedules.set(queue, { cron, data });
    },
    send: async (tx, queue, data, { startAfterSeconds = 0, singletonKey } = {}) => {
      if (!declared.has(queue)) throw new Error(`No queue is called ${queue}.`);
      await (await opened()).send(queue, withTraceparent(data), {
        db: fromKysely(tx),
        startAfter: startAfterSeconds,
        // The queue keeps one waiting job per key, so a job without a key gets a random one.
        singletonKey: singletonKey ?? randomUUID(),
      });
    },
    start: async () => {
      starting = start();
      await starting;
      starting = undefined;
    },
    isStarting: () => starting !== undefined,
    stop: async (timeoutMs) => {
      for (const stop of watches) stop();
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
    listSchedules: async () => listSchedules(await opened()),
    stats: async () => listQueueStats(await opened(), [...declared.keys()]),
    listFailed: async (queue, page) => listFailedJobs(await opened(), queue, page),
    retryFailed: async (queue, id) =>
      (await opened()).redrive(failedQueue, {
        sourceName: queue,
        ...(id !== undefined && { ids: [id] }),
      }),
  };
}

function createBoss(
  connection: pg.ClientConfig,
  { runsWorkers, log }: { runsWorkers: boolean; log: Logger },
): PgBoss {
  const boss = new PgBoss({
    ...connection,
    schema: pgBossSchema,
    application_name: 'jobs',
    max: runsWorkers ? 5 : 2,
    supervise: runsWorkers,
    schedule: runsWorkers,
    useListenNotify: runsWorkers,
    maintenanceIntervalSeconds: hourSeconds,
  });
  boss.on('error', (error) => log.error({ err: briefError(error) }, 'the job queue had an error'));
  boss.on('warning', ({ message, data }) => log.warn({ about: data }, `job queue: ${message}`));
  return boss;
}

/** Returns what makes the workers of a queue look for a job. */
async function startAllWorkers(
  boss: PgBoss,
  declared: ReadonlyMap<string, QueueDefinition>,
  log: Logger,
  options: WorkerOptions,
): Promise<(queue: string) => void> {
  /** By queue, the ids of the workers of this process. */
  const workers = new Map<string, string[]>();
  for (const one of declared.values())
    workers.set(one.queue, await startWorkers(boss, one, log, options));
  return (queue) => {
    for (const worker of workers.get(queue) ?? []) boss.notifyWorker(worker);
  };
}

/**
 * One worker per concurrent job, so that a slow job neither delays nor expires with another. After
 * a job, a worker looks for the next one immediately: otherwise it would sleep until the next
 * NOTIFY or poll although the queue is full.
 */
async function startWorkers(
  boss: PgBoss,
  { queue, options, handler }: QueueDefinition,
  log: Logger,
  { lease, ...observers }: WorkerOptions,
): Promise<string[]> {
  const workers: string[] = [];
  for (let worker = 0; worker < (options.concurrency ?? 2); worker++) {
    const id: string = await boss.work(
      queue,
      {
        batchSize: 1,
        includeMetadata: true,
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: workerPollSeconds,
        heartbeatRefreshSeconds: lease.renewSeconds,
      },
      async (jobs: JobWithMetadata<object>[]) => {
        try {
          for (const job of jobs) await runJob(job, handler, log, observers);
          await sleep(options.restMs ?? 0);
        } finally {
          boss.notifyWorker(id);
        }
      },
    );
    workers.push(id);
  }
  return workers;
}

async function runJob(
  job: JobWithMetadata<object>,
  handler: JobHandler<object>,
  log: Logger,
  { reportError, tracing }: Observers,
): Promise<void> {
  const { id, name, retryCount, retryLimit } = job;
  const attempt = retryCount + 1;
  const isLastAttempt = retryCount >= retryLimit;
  try {
    await traceJob(tracing, job, (data) =>
      withCaller(`jobs:${name}`, () => handler(data, { id, attempt, isLastAttempt })),
    );
  } catch (error) {
    const facts = { queue: name, job: id, attempt, isLastAttempt, err: briefError(error) };
    if (isLastAttempt) log.error(facts, 'a job failed for the last time');
    else log.warn(facts, 'a job failed and will be tried again');
    if (isLastAttempt) reportError?.(error, { queue: name, job: id, attempt });
    // pg-boss stores every property of an error: only name, message and stack may reach its table.
    throw Object.assign(new Error(briefError(error).message), { stack: briefError(error).stack });
  }
}

/** Drops further properties: those of driver errors contain rows, addresses and responses. */
function briefError(error: unknown): { type: string; message: string; stack: string } {
  if (!(error instanceof Error))
    return { type: typeof error, message: readMessage(error), stack: '' };
  return { type: error.name, message: error.message, stack: error.stack ?? '' };
}

/** pg-boss reports some errors as plain objects with a message. */
function readMessage(error: unknown): string {
  const message = typeof error === 'object' && error ? Reflect.get(error, 'message') : error;
  return typeof message === 'string' ? message : 'no message';
}
