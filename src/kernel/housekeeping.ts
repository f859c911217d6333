// What the kernel's tables forget, and the gauges that show how they fill.
import { deleteKeysBefore } from './http/idempotency-store.ts';
import type { Kernel } from './kernel.ts';

const dayMs = 86_400_000;
const idempotencyDays = 1;
/** Whoever looks after the outbox has so long to send a dead one again. */
const mailDays = { sent: 30, dead: 90 } as const;

export function kernelJobs(kernel: Kernel): void {
  const { jobs, metrics } = kernel;
  jobs.define('kernel.forget', {}, () => forgetOldRows(kernel));
  jobs.schedule('kernel.forget', '47 3 * * *');
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
    help: 'Mails that were given up and wait for somebody to look.',
    read: async () => (await kernel.mail.list({ status: 'dead', limit: 1 })).count,
  });
}

export async function forgetOldRows({ work, clock }: Kernel): Promise<void> {
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
