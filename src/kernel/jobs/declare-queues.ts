// Creates queues and schedules as the code declares them.
import type { PgBoss } from 'pg-boss';
import { failedQueue } from './job-records.ts';

export type QueueOptions = {
  /** Attempts after the first one; 3 by default. */
  retriesMax?: number;
  /** Delay before the first retry; 10 s by default. */
  retryDelaySeconds?: number;
  /** Doubles the delay with every retry, plus up to 100 % of jitter; on by default. */
  retryBackoff?: boolean;
  /** The longest delay of a backoff; an hour by default. */
  retryDelayMaxSeconds?: number;
  /** A run that takes longer counts as failed; 5 minutes by default. */
  expireInSeconds?: number;
  /** Concurrent jobs of this queue in one process; 2 by default. */
  concurrency?: number;
  /** Pause between two jobs of a worker, so that jobs sent meanwhile are merged; 0 by default. */
  restMs?: number;
  /**
   * Charges, credits, expires, ends or deletes by the time of day, so it waits while the clock of
   * the process is wrong.
   */
  needsRightClock?: boolean;
  /**
   * `live`: about the platform, or about accounts as such, so only the live environment schedules
   * it. `account`: runs in the time of an account; those with a schedule run in the order in which
   * they are defined (src/test-mode/clock/).
   */
  inTestMode?: 'live' | 'account';
};

export type Schedule = { cron: string; data: object };

const daySeconds = 86_400;
const hourSeconds = 3600;
/** pg-boss takes over what our own check missed. */
const heartbeatSeconds = 60;
const endedRetentionSeconds = 6 * hourSeconds;

/** Creates missing queues and updates those that an earlier version declared differently. */
export async function declareQueues(
  boss: PgBoss,
  declared: ReadonlyMap<string, { options: QueueOptions }>,
  schedules: ReadonlyMap<string, Schedule>,
): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!existing.has(failedQueue))
    await boss.createQueue(failedQueue, { retentionSeconds: 90 * daySeconds });
  for (const [queue, { options }] of declared) {
    const schedule = schedules.get(queue);
    const settings = {
      ...queueSettings(options),
      deleteAfterSeconds: schedule ? retentionSeconds(boss, schedule) : endedRetentionSeconds,
    };
    const before = existing.get(queue);
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
    heartbeatSeconds,
    deadLetter: failedQueue,
    notify: true,
  };
}

/** Long enough that staff see the last run of a schedule until the next one. */
function retentionSeconds(boss: PgBoss, { cron }: Schedule): number {
  const from = new Date(0);
  const [first, second] = boss.previewSchedule(cron, { tz: 'UTC', from, count: 2 });
  const betweenMs = second!.getTime() - first!.getTime();
  return Math.max(endedRetentionSeconds, (3 * betweenMs) / 1000);
}

export async function writeSchedules(
  boss: PgBoss,
  schedules: ReadonlyMap<string, Schedule>,
): Promise<void> {
  for (const { name } of await boss.getSchedules())
    if (!schedules.has(name)) await boss.unschedule(name);
  for (const [queue, { cron, data }] of schedules)
    await boss.schedule(queue, cron, data, { tz: 'UTC', missed: 'once' });
}
