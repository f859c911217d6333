// Job statistics, schedules and failed jobs, read from the tables of pg-boss.
import type { PgBoss } from 'pg-boss';

export const pgBossSchema = 'pgboss';
/** The dead letter queue: jobs that used up their retries, kept for inspection and retry. */
export const failedQueue = 'failed';

const errorLengthMax = 1000;

export type QueueStats = {
  queue: string;
  /** Waiting, including retries. */
  queued: number;
  active: number;
  failed: number;
  /** When the oldest waiting job became due. Null when none is due. */
  dueSince: Date | null;
};

export type ScheduleState = {
  queue: string;
  cron: string;
  /** Null before the first run, and when the job of the last one was deleted. */
  lastRun: { at: Date; status: 'waiting' | 'running' | 'complete' | 'failed' } | null;
  nextRunAt: Date;
};

export type FailedJob = {
  id: string;
  sentAt: Date;
  failedAt: Date;
  /** All attempts, including the first. */
  attempts: number;
  /** Only the message of the last error: the job's data may be secret. */
  error: string;
};

export async function listQueueStats(boss: PgBoss, queues: string[]): Promise<QueueStats[]> {
  const { rows } = await boss.getDb().executeSql(
    `select case when name = $1 then source_name else name end as queue,
       count(*) filter (where name <> $1 and state in ('created', 'retry'))::int as queued,
       count(*) filter (where name <> $1 and state = 'active')::int as active,
       count(*) filter (where name = $1)::int as failed,
       min(start_after) filter (where name <> $1 and state in ('created', 'retry')
         and start_after <= now()) as "dueSince"
     from ${pgBossSchema}.job where state in ('created', 'retry', 'active') group by 1`,
    [failedQueue],
  );
  const counted = new Map((rows as QueueStats[]).map((row) => [row.queue, row]));
  const idle = { queued: 0, active: 0, failed: 0, dueSince: null };
  return queues.map((queue) => counted.get(queue) ?? { queue, ...idle });
}

/** Computed from the cron expression of each schedule and the last job that it created. */
export async function listSchedules(boss: PgBoss): Promise<ScheduleState[]> {
  const { rows } = await boss.getDb().executeSql(
    `select schedule.name as queue, cron, coalesce(started_on, job.created_on) as at,
       case state when 'active' then 'running' when 'completed' then 'complete'
         when 'failed' then 'failed' else 'waiting' end as status
     from ${pgBossSchema}.schedule
     left join ${pgBossSchema}.job on job.name = schedule.name and job.id = last_job_id
     order by schedule.name`,
  );
  type Row = { queue: string; cron: string; at: Date | null; status: 'waiting' };
  return (rows as Row[]).map(({ queue, cron, at, status }) => ({
    queue,
    cron,
    lastRun: at && { at, status },
    nextRunAt: boss.previewSchedule(cron, { tz: 'UTC', count: 1 })[0]!,
  }));
}

/** Newest first. */
export async function listFailedJobs(
  boss: PgBoss,
  queue: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<FailedJob[]> {
  const { rows } = await boss.getDb().executeSql(
    `select id, source_created_on as "sentAt", created_on as "failedAt",
       source_retry_count + 1 as attempts,
       left(coalesce(source_output->>'message', source_output#>>'{value,message}', ''),
         ${errorLengthMax}) as error
     from ${pgBossSchema}.job where name = $1 and source_name = $2 and state = 'created'
     order by created_on desc, id desc limit $3 offset $4`,
    [failedQueue, queue, limit, offset],
  );
  return rows as FailedJob[];
}
