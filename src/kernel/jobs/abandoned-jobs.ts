// Takes over the jobs of processes that died: a process renews the lease of each job that it runs,
// and the processes with workers look for leases that ran out.
import type { PgBoss } from 'pg-boss';
import type { Logger } from '../observability/logging.ts';
import { pgBossSchema } from './job-records.ts';

export type Lease = {
  /** Without a renewal for this long, the job is given to another worker. */
  seconds: number;
  renewSeconds: number;
  checkSeconds: number;
};

/**
 * Together with the check, a job runs again within 25 s. Longer than a busy process may pause, as a
 * job whose lease ran out too early runs twice.
 */
export const usualLease: Lease = { seconds: 20, renewSeconds: 4, checkSeconds: 5 };

/** The job's output, by which a second death in a row is recognized. */
const abandoned = JSON.stringify({ value: { message: 'Its process ended while the job ran.' } });

/**
 * Requeues jobs whose lease ran out, and returns their queues. They run at once and do not lose an
 * attempt, because the process was at fault: they get another one, as pg-boss tells a late result
 * of the dead process by the number of the attempt. A job that is abandoned twice in a row may have
 * killed its processes: it loses the attempt, waits for the queue's delay, and is failed by pg-boss
 * after its last one.
 */
export async function releaseAbandonedJobs(boss: PgBoss, leaseSeconds: number): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `update ${pgBossSchema}.job set
       state = 'retry',
       start_after = ${pgBossSchema}.job_now()
         + case when output = $2::jsonb then retry_delay else 0 end * interval '1 second',
       retry_limit = retry_limit + case when output = $2::jsonb then 0 else 1 end,
       heartbeat_on = null,
       output = $2::jsonb
     where state = 'active' and heartbeat_seconds is not null
       and heartbeat_on < ${pgBossSchema}.job_now() - $1 * interval '1 second'
       and (output is distinct from $2::jsonb or retry_count < retry_limit)
     returning name`,
    [leaseSeconds, abandoned],
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}

/** Looks for abandoned jobs until the returned function is called. `wake` gets their queues. */
export function watchAbandonedJobs(
  boss: PgBoss,
  { seconds, checkSeconds }: Lease,
  { log, wake }: { log: Logger; wake: (queue: string) => void },
): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const check = async () => {
    try {
      const queues = await releaseAbandonedJobs(boss, seconds);
      if (queues.length > 0) log.warn({ queues }, 'took over the jobs of a process that ended');
      for (const queue of new Set(queues)) wake(queue);
    } catch (error) {
      // The database may be away; pg-boss reports that as well.
      if (!isStopped) log.warn({ reason: (error as Error).message }, 'could not check for leases');
    }
    if (!isStopped) timer = setTimeout(check, checkSeconds * 1000).unref();
  };
  void check();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
