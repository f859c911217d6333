// Jobs without pg-boss, for tests of areas: jobs wait until the test runs them.
import { randomUUID } from 'node:crypto';
import type { QueueOptions } from '#kernel/jobs/declare-queues.ts';
import type { ScheduleState } from '#kernel/jobs/job-records.ts';
import type { JobHandler, Jobs, SendOptions } from '#kernel/jobs/jobs.ts';

export type SentJob = {
  id: string;
  queue: string;
  data: object;
  startAfterSeconds: number;
  singletonKey: string | undefined;
  attempt: number;
};

export type TestJobs = Jobs & {
  /** Waiting jobs, in the order in which they will run. */
  waiting: SentJob[];
  /** Jobs that used up their attempts, with the last error. */
  failed: (SentJob & { failedAt: Date; error: unknown })[];
  schedules: Map<string, string>;
  queues: ReadonlyMap<string, { options: QueueOptions }>;
  /** Runs one attempt of the first waiting job. A job that throws moves to the end of the queue. */
  runNext(): Promise<'done' | 'retry' | 'failed'>;
  /**
   * Runs waiting jobs, and those that they send, until none is left; ignores delays. Throws the
   * error of the first job that used up its attempts.
   */
  runAll(): Promise<void>;
  /** Runs a queue as its schedule does. */
  runSchedule(queue: string): Promise<void>;
};

/**
 * Jobs are queued when they are sent, not when the transaction commits: tests of rollbacks need
 * createJobs().
 */
export function createTestJobs(): TestJobs {
  const queues = new Map<string, { options: QueueOptions; handler: JobHandler<object> }>();
  const waiting: SentJob[] = [];
  const failed: TestJobs['failed'] = [];
  const schedules = new Map<string, string>();

  const put = (queue: string, data: object, options: SendOptions = {}) => {
    if (!queues.has(queue)) throw new Error(`No queue is called ${queue}.`);
    const job = createJob(queue, data, options);
    const isTwin = (one: SentJob) => one.queue === queue && one.singletonKey === job.singletonKey;
    if (job.singletonKey === undefined || !waiting.some(isTwin)) waiting.push(job);
  };

  const runNext: TestJobs['runNext'] = async () => {
    const job = waiting.shift();
    if (!job) throw new Error('No job waits.');
    const { options, handler } = queues.get(job.queue)!;
    const attempt = job.attempt + 1;
    const isLastAttempt = attempt > (options.retriesMax ?? 3);
    try {
      await handler(job.data, { id: job.id, attempt, isLastAttempt });
      return 'done';
    } catch (error) {
      if (isLastAttempt) failed.push({ ...job, attempt, failedAt: new Date(), error });
      else waiting.push({ ...job, attempt });
      return isLastAttempt ? 'failed' : 'retry';
    }
  };

  const runAll = async () => {
    while (waiting.length > 0) if ((await runNext()) === 'failed') throw failed.at(-1)?.error;
  };
  const runSchedule = async (queue: string) => {
    if (!schedules.has(queue)) throw new Error(`${queue} has no schedule.`);
    put(queue, {});
    await runAll();
  };

  return {
    waiting,
    failed,
    schedules,
    queues,
    runNext,
    runAll,
    runSchedule,
    define: (queue, options, handler) => {
      queues.set(queue, { options, handler: handler as JobHandler<object> });
    },
    schedule: (queue, cron) => {
      schedules.set(queue, cron);
    },
    send: async (_tx, queue, data, options) => put(queue, data, options),
    start: async () => {},
    isStarting: () => false,
    stop: async () => {},
    stats: async () =>
      [...queues.keys()].map((queue) => ({
        queue,
        queued: countJobs(queue, waiting),
        active: 0,
        failed: countJobs(queue, failed),
        dueSince: null,
      })),
    listSchedules: async () => [...schedules].map(toScheduleState),
    ...failedJobs(failed, waiting),
  };
}

/** Schedules run when a test runs them. */
const toScheduleState = ([queue, cron]: [string, string]): ScheduleState => ({
  queue,
  cron,
  lastRun: null,
  nextRunAt: new Date('2026-11-21T00:00:00Z'),
});

function failedJobs(
  failed: TestJobs['failed'],
  waiting: SentJob[],
): Pick<Jobs, 'listFailed' | 'retryFailed'> {
  return {
    listFailed: async (queue, { limit, offset }) =>
      failed
        .filter((job) => job.queue === queue)
        .toReversed()
        .slice(offset, offset + limit)
        .map(({ id, failedAt, attempt, error }) => ({
          id,
          sentAt: failedAt,
          failedAt,
          attempts: attempt,
          error: (error as Error).message,
        })),
    retryFailed: async (queue, id = '') => {
      const isMeant = (job: SentJob) => job.queue === queue && [job.id, ''].includes(id);
      const again = failed.filter(isMeant);
      failed.splice(0, failed.length, ...failed.filter((job) => !isMeant(job)));
      waiting.push(...again.map(({ failedAt: _, error: __, ...job }) => ({ ...job, attempt: 0 })));
      return again.length;
    },
  };
}

const countJobs = (queue: string, jobs: readonly SentJob[]): number =>
  jobs.filter((job) => job.queue === queue).length;

const createJob = (queue: string, data: object, options: SendOptions): SentJob => ({
  id: randomUUID(),
  queue,
  // Through JSON, as in the table: fails for a bigint and turns a Date into text.
  data: JSON.parse(JSON.stringify(data)) as object,
  startAfterSeconds: options.startAfterSeconds ?? 0,
  singletonKey: options.singletonKey,
  attempt: 0,
});
