import type { Api } from '#kernel/http/api.ts';
import { apiError } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import type { FailedJob, QueueStats, ScheduleState } from '#kernel/jobs/job-records.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { commonErrors } from '#lib/endpoint.ts';
import * as contract from '../../wire/system.ts';

export function jobRoutes(api: Api, { work, jobs }: Kernel): void {
  const readStats = async (queue: string) => {
    const stats = (await jobs.stats()).find((one) => one.queue === queue);
    if (!stats) throw apiError(commonErrors.notFound);
    return stats;
  };
  mount(api, contract.listJobs, async () => {
    const [stats, schedules] = await Promise.all([jobs.stats(), jobs.listSchedules()]);
    const byQueue = new Map(schedules.map((schedule) => [schedule.queue, schedule]));
    const queues = stats.map((one) => serializeQueue(one, byQueue.get(one.queue)));
    return respond(200, { queues });
  });
  mount(api, contract.listFailedJobs, async ({ params, query, request }) => {
    const { failed: count } = await readStats(params.queue);
    return respondPage(api, { query, request }, async ({ pageSize: limit, offset }) => {
      const failed = await jobs.listFailed(params.queue, { limit, offset });
      return { rows: failed.map(serializeFailedJob), total: { count, isEstimate: false } };
    });
  });
  mount(api, contract.retryJobs, async ({ params: { queue }, audit }) => {
    await readStats(queue);
    const retried = await jobs.retryFailed(queue);
    await work.write((tx) => audit.record(tx, { type: 'queue', id: queue, after: { retried } }));
    return respond(200, { retried });
  });
  mount(api, contract.retryJob, async ({ params: { queue, id }, audit }) => {
    if ((await jobs.retryFailed(queue, id)) === 0) throw apiError(commonErrors.notFound);
    await work.write((tx) =>
      audit.record(tx, { type: 'queue', id: queue, after: { retried: id } }),
    );
    return respond(204);
  });
}

const serializeQueue = (
  { queue, queued, active, failed, dueSince }: QueueStats,
  schedule: ScheduleState | undefined,
): contract.JobQueueWire => ({
  queue,
  queued,
  active,
  failed,
  due_since: dueSince?.toISOString() ?? null,
  schedule: schedule
    ? {
        cron: schedule.cron,
        last_run_at: schedule.lastRun?.at.toISOString() ?? null,
        last_run_status: schedule.lastRun?.status ?? null,
        next_run_at: schedule.nextRunAt.toISOString(),
      }
    : null,
});

const serializeFailedJob = (job: FailedJob): contract.FailedJobWire => ({
  id: job.id,
  sent_at: job.sentAt.toISOString(),
  failed_at: job.failedAt.toISOString(),
  attempts: job.attempts,
  error: job.error,
});
