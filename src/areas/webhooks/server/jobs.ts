import { dayMs } from '#lib/durations.ts';
import { deliveryDays } from '../wire/webhooks.constants.ts';
import { deleteSecretsBefore } from './endpoints/secret-store.ts';
import { registerSealed } from './endpoints/secrets.ts';
import { deleteMessagesBefore } from './events/message-store.ts';
import type { Webhooks } from './webhooks.ts';

const batchRows = 1000;

export function webhookJobs(webhooks: Webhooks): void {
  const { jobs } = webhooks.kernel;
  jobs.define('webhooks.purge', { needsRightClock: true, concurrency: 1 }, () => purge(webhooks));
  jobs.schedule('webhooks.purge', '37 * * * *');
  registerSealed(webhooks);
}

/** In batches, so that no lock lasts. */
async function purge({ kernel: { work, clock } }: Webhooks): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - deliveryDays * dayMs);
  while ((await work.write((tx) => deleteMessagesBefore(tx, before, batchRows))) === batchRows);
  await work.write((tx) => deleteSecretsBefore(tx, now));
}
