// Background jobs on pg-boss, kept in the schema `pgboss` of our own database.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Db } from '#kernel/database/database.ts';
import { withCaller } from '#kernel/database/work.ts';
import {
  type FailedJob,
  failedQueue,
  type QueueStats,
  readFailed,
  readStats,
  schema,
} from './job-records.ts';
import type { Logger } from './logging.ts';

export type JobHandler<T> = (
  data: T,
  job: { id: string; attempt: number; isLastAttempt: boolean },
) => Promise<void>;

export type QueueOptions = {
  /** Tries after the first one; 3 unless told. */
  retriesMax?: number;
  /** Wait before the first retry; 10 s unless told. */
  retryDelaySeconds?: number;
  /** Doubles the wait with every retry (with up to as much again at random); on unless told. */
  retryBackoff?: boolean;
  /** The longest wait of a backoff; an hour unless told. */
  retryDelayMaxSeconds?: number;
  /** A run that takes longer counts as failed; 5 minutes unless told. */
  expireInSeconds?: number;
  /** Jobs of this queue at the same time in one process; 2 unless told. */
  concurrency?: number;
  /** Between two jobs of a worker, so that what comes meanwhile is done at once; 0 unless told. */
  restMs?: number;
};

export type SendOptions = {
  startAfterSeconds?: number;
  /** While a job with this key waits in the queue, sending another does nothing. */
  singletonKey?: string;
};

export type Jobs = {
  /** Declares a queue and, where this process works, its worker. Before start(). */
  define<T extends object>(queue: string, options: QueueOptions, handler: JobHandler<T>): void;
  /**
   * Runs a declared queue by cron (UTC, one schedule a queue). A slot is run once whatever the
   * number of processes; of the slots that passed while nothing ran, the last is made up for.
   */
  schedule(queue: string, cron: string, data?: object): void;
  /**
   * Puts a job into a queue inside the caller's transaction: it exists only when that commits.
   * Handlers may see a job twice (a process died half-way), so they bear repetition.
   */
  send<T extends object>(tx: Db, queue: string, data: T, options?: SendOptions): Promise<void>;
  start(): Promise<void>;
  /** Takes no more work; what runs has `timeoutMs` (1 s at least) to end, the rest is retried. */
  stop(timeoutMs: number): Promise<void>;
  /** Every declared queue: waiting (retries too), running, and given up in the last 90 days. */
  stats(): Promise<QueueStats[]>;
  /** What a queue has given up in the last 90 days, newest first. */
  listFailed(queue: string, page: { limit: number; offset: number }): Promise<FailedJob[]>;
  /** Queues again what was given up, one or at most 1000 at once. Returns how many that were. */
  retryFailed(queue: string, id?: string): Promise<number>;
};

type Declared = { queue: string; options: QueueOptions; handler: JobHandler<object> };
type Schedule = { cron: string; data: object };

const daySeconds = 86_400;
const hourSeconds = 3600;

/**
 * `pollSeconds` is how late a retry or a delayed job may run; new jobs are announced by NOTIFY.
 * A connection through a pooler in transaction mode can't listen: pass a direct one.
 */
export function openJobs(options: {
  connection: pg.ClientConfig;
  works: boolean;
  log: Logger;
  pollSeconds?: number;
}): Jobs {
  const { connection, works, log, pollSeconds = 5 } = options;
  const declared = new Map<string, Declared>();
  const schedules = new Map<string, Schedule>();
  const boss = new PgBoss({
    ...connection,
    schema,
    application_name: 'jobs',
    max: works ? 5 : 2,
    supervise: works,
    schedule: works,
    useListenNotify: works,
    maintenanceIntervalSeconds: hourSeconds,
  });
  boss.on('error', (error) => log.error({ err: briefError(error) }, 'the job queue had an error'));
  boss.on('warning', ({ message, data }) => log.warn({ about: data }, `job queue: ${message}`));

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
      await boss.send(queue, data, {
        db: fromKysely(tx),
        startAfter: startAfterSeconds,
        // The queue keeps one waiting job a key, so a job without one gets a key of its own.
        singletonKey: singletonKey ?? randomUUID(),
      });
    },
    start: async () => {
      await boss.start();
      await declareQueues(boss, [...declared.values()]);
      if (!works) return;
      await writeSchedules(boss, schedules);
      for (const one of declared.values()) await startWorkers(boss, one, log, pollSeconds);
    },
    stop: (timeoutMs) => boss.stop({ graceful: true, timeout: timeoutMs }),
    stats: () => readStats(boss, [...declared.keys()]),
    listFailed: (queue, page) => readFailed(boss, queue, page),
    retryFailed: (queue, id) =>
      boss.redrive(failedQueue, { sourceName: queue, ...(id !== undefined && { ids: [id] }) }),
  };
}

/** Creates what is missing and brings what a former version declared up to date. */
async function declareQueues(boss: PgBoss, declared: Declared[]): Promise<void> {
  const kept = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!kept.has(failedQueue))
    await boss.createQueue(failedQueue, { retentionSeconds: 90 * daySeconds });
  for (const { queue, options } of declared) {
    const settings = queueSettings(options);
    const before = kept.get(queue);
    if (!before) await boss.createQueue(queue, { ...settings, policy: 'short' });
    else if (Object.entries(settings).some(([name, value]) => Reflect.get(before, name) !== value))
      await boss.updateQueue(queue, settings);
  }
}

function queueSettings(options: QueueOptions) {
  const retryBackoff = options.retryBackoff ?? true;
  return {
    retryLimit: options.retriesMax ?? 3,
    retryDelay: options.retryDelaySeconds ?? 10,
    retryBackoff,
    ...(retryBackoff && { retryDelayMax: options.retryDelayMaxSeconds ?? hourSeconds }),
    expireInSeconds: options.expireInSeconds ?? 300,
    deleteAfterSeconds: 6 * hourSeconds,
    deadLetter: failedQueue,
    notify: true,
  };
}

async function writeSchedules(boss: PgBoss, schedules: Map<string, Schedule>): Promise<void> {
  for (const { name } of await boss.getSchedules())
    if (!schedules.has(name)) await boss.unschedule(name);
  for (const [queue, { cron, data }] of schedules)
    await boss.schedule(queue, cron, data, { tz: 'UTC', missed: 'once' });
}

/**
 * One worker for each job that may run at the same time, so that a slow job holds up no other and
 * expires alone. A worker that had a job looks for the next at once: without that it would sleep
 * until the next NOTIFY or poll while the queue is full.
 */
async function startWorkers(
  boss: PgBoss,
  { queue, options, handler }: Declared,
  log: Logger,
  pollSeconds: number,
): Promise<void> {
  for (let worker = 0; worker < (options.concurrency ?? 2); worker++) {
    const id: string = await boss.work(
      queue,
      {
        batchSize: 1,
        includeMetadata: true,
        pollingIntervalSeconds: Math.min(pollSeconds, 2),
        notifyPollingIntervalSeconds: pollSeconds,
      },
      async (jobs: JobWithMetadata<object>[]) => {
        try {
          for (const job of jobs) await runJob(job, handler, log);
          await sleep(options.restMs ?? 0);
        } finally {
          boss.notifyWorker(id);
        }
      },
    );
  }
}

async function runJob(
  { id, name, data, retryCount, retryLimit }: JobWithMetadata<object>,
  handler: JobHandler<object>,
  log: Logger,
): Promise<void> {
  const attempt = retryCount + 1;
  const isLastAttempt = retryCount >= retryLimit;
  try {
    await withCaller(`jobs:${name}`, () => handler(data, { id, attempt, isLastAttempt }));
  } catch (error) {
    const facts = { queue: name, job: id, attempt, isLastAttempt, err: briefError(error) };
    if (isLastAttempt) log.error(facts, 'a job failed for the last time');
    else log.warn(facts, 'a job failed and will be tried again');
    // pg-boss stores every property of an error: only these three may reach its table.
    throw Object.assign(new Error(briefError(error).message), { stack: briefError(error).stack });
  }
}

/** Errors of drivers carry rows, addresses and replies in further properties: those stay out. */
function briefError(error: unknown): { type: string; message: string; stack: string } {
  if (!(error instanceof Error))
    return { type: typeof error, message: messageOf(error), stack: '' };
  return { type: error.name, message: error.message, stack: error.stack ?? '' };
}

/** pg-boss reports some errors as plain objects with a message. */
function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error ? Reflect.get(error, 'message') : error;
  return typeof message === 'string' ? message : 'no message';
}
