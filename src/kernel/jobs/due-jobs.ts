// Finds retries and delayed jobs that have become due, which no NOTIFY announces: one statement for
// all queues, where each worker would ask for itself.
import type { PgBoss } from 'pg-boss';
import type { Logger } from '../observability/logging.ts';
import { pgBossSchema } from './job-records.ts';

/** Wakes the workers of queues with a due job until the returned function is called. */
export function watchDueJobs(
  boss: PgBoss,
  queues: readonly string[],
  { pollSeconds, log, wake }: { pollSeconds: number; log: Logger; wake: (queue: string) => void },
): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const check = async () => {
    try {
      const { rows } = await boss.getDb().executeSql(
        `select name from unnest($1::text[]) as queue (name) where exists (
           select from ${pgBossSchema}.job
           where job.name = queue.name and state < 'active' and start_after <= ${pgBossSchema}.job_now())`,
        [queues],
      );
      for (const { name } of rows as { name: string }[]) wake(name);
    } catch (error) {
      // The database may be away; pg-boss reports that as well.
      if (!isStopped) log.warn({ reason: (error as Error).message }, 'could not look for due jobs');
    }
    if (!isStopped) timer = setTimeout(check, pollSeconds * 1000).unref();
  };
  void check();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
