// Deletes old rows of the kernel's tables.
import { dayMs } from '#lib/durations.ts';
import { deleteKeysBefore } from './http/idempotency/idempotency-store.ts';
import type { Kernel } from './kernel.ts';
import { addQueueMetrics } from './queue-metrics.ts';

const idempotencyDays = 1;
/** Staff can resend an e-mail that was not sent until it is deleted. */
const mailDays = { sent: 30, bounced: 90, dead: 90, discarded: 90 } as const;

export function kernelJobs(kernel: Kernel): void {
  const { jobs } = kernel;
  jobs.define('kernel.purge', { needsRightClock: true }, () => purgeOldRows(kernel));
  jobs.schedule('kernel.purge', '47 3 * * *');
  addQueueMetrics(kernel);
}

export async function purgeOldRows({ work, clock }: Kernel): Promise<void> {
  const now = clock.now().getTime();
  await work.write((tx) => deleteKeysBefore(tx, new Date(now - idempotencyDays * dayMs)));
  for (const [status, days] of Object.entries(mailDays))
    await work.write((tx) =>
      tx
        .deleteFrom('mail')
        .where('status', '=', status === 'bounced' ? 'sent' : status)
        .$if(status === 'sent', (query) =>
          query.where('bounce_kind', 'is distinct from', 'bounced'),
        )
        .where('created_at', '<', new Date(now - days * dayMs))
        .execute(),
    );
  await work.write((tx) => tx.deleteFrom('rate_limit').where('expire', '<', BigInt(now)).execute());
}
