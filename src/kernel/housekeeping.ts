// Deletes old rows of the kernel's tables, and reports the state of queues and outbox as gauges.
import { deleteKeysBefore } from './http/idempotency/idempotency-store.ts';
import type { Kernel } from './kernel.ts';

const dayMs = 86_400_000;
const idempotencyDays = 1;
/** Staff can resend a dead e-mail until it is deleted. */
const mailDays = { sent: 30, dead: 90 } as const;

export function kernelJobs(kernel: Kernel): void {
  const { jobs, metrics } = kernel;
  jobs.define('kernel.purge', {}, () => purgeOldRows(kernel));
  jobs.schedule('kernel.purge', '47 3 * * *');
  const countJobs = async (state: 'queued' | 'active' | 'failed') =>
    Object.fromEntries((await jobs.stats()).map((queue) => [queue.queue, queue[state]]));
  for (const state of ['queued', 'active', 'failed'] as const)
    metrics.addGauge({
      name: `jobs_${state}`,
      help: `Jobs that are ${state}, by queue.`,
      label: 'queue',
      read: () => countJobs(state),
    });
  metrics.addGauge({
    name: 'mails_dead',
    help: 'E-mails that could not be delivered and need attention.',
    read: async () => (await kernel.mail.list({ status: 'dead', limit: 1 })).count,
  });
}

export async function purgeOldRows({ work, clock }: Kernel): Promise<void> {
  const now = clock.now().getTime();
  await work.write((tx) => deleteKeysBefore(tx, new Date(now - idempotencyDays * dayMs)));
  for (const [status, days] of Object.entries(mailDays))
    await work.write((tx) =>
      tx
        .deleteFrom('mail')
        .where('status', '=', status)
        .where('created_at', '<', new Date(now - days * dayMs))
        .execute(),
    );
  await work.write((tx) => tx.deleteFrom('rate_limit').where('expire', '<', BigInt(now)).execute());
}
