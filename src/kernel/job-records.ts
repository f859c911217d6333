// What pg-boss keeps of jobs, read from its table.
import type { PgBoss } from 'pg-boss';

export const schema = 'pgboss';
/** Where jobs go that used up their retries: they stay here to be seen and tried again. */
export const failedQueue = 'failed';

const errorLengthMax = 1000;

export type QueueStats = { queue: string; queued: number; active: number; failed: number };

export type FailedJob = {
  id: string;
  sentAt: Date;
  failedAt: Date;
  /** Tries, the first one among them. */
  attempts: number;
  /** The last error's message alone: what the job was given may be secret. */
  error: string;
};

export async function readStats(boss: PgBoss, queues: string[]): Promise<QueueStats[]> {
  const { rows } = await boss.getDb().executeSql(
    `select case when name = $1 then source_name else name end as queue,
       count(*) filter (where name <> $1 and state in ('created', 'retry'))::int as queued,
       count(*) filter (where name <> $1 and state = 'active')::int as active,
       count(*) filter (where name = $1)::int as failed
     from ${schema}.job where state in ('created', 'retry', 'active') group by 1`,
    [failedQueue],
  );
  const counted = new Map((rows as QueueStats[]).map((row) => [row.queue, row]));
  return queues.map((queue) => counted.get(queue) ?? { queue, queued: 0, active: 0, failed: 0 });
}

/** Newest first. */
export async function readFailed(
  boss: PgBoss,
  queue: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<FailedJob[]> {
  const { rows } = await boss.getDb().executeSql(
    `select id, source_created_on as "sentAt", created_on as "failedAt",
       source_retry_count + 1 as attempts,
       left(coalesce(source_output->>'message', source_output#>>'{value,message}', ''),
         ${errorLengthMax}) as error
     from ${schema}.job where name = $1 and source_name = $2 and state = 'created'
     order by created_on desc, id desc limit $3 offset $4`,
    [failedQueue, queue, limit, offset],
  );
  return rows as FailedJob[];
}
