// What follows from attempts, stored for many at a time: retries, and endpoints that are disabled
// because they want no more events or have only failed for days.
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { dayMs } from '#lib/durations.ts';
import { failingDaysMax } from '../../wire/webhooks.constants.ts';
import { sendDisabledEmail } from '../emails/disabled-email.ts';
import { disableEndpoints } from '../endpoints/endpoint-store.ts';
import {
  type Attempt,
  listFailingSince,
  recordAttempts,
  recordHealth,
} from './delivery-queue-store.ts';

export async function recordResults(
  kernel: Kernel,
  tx: Tx,
  attempts: readonly Attempt[],
): Promise<void> {
  const now = kernel.clock.now();
  const listIds = (matches: (attempt: Attempt) => boolean) => [
    ...new Set(attempts.filter(matches).map(({ endpointId }) => endpointId)),
  ];
  const succeeded = listIds(({ error }) => error === null);
  const failed = listIds(({ error }) => error !== null).filter((id) => !succeeded.includes(id));
  // Endpoints before deliveries, as everything that locks both.
  await recordHealth(tx, { succeeded, failed, now });
  const gone = listIds(({ error }) => error === 'gone');
  const failing = await listFailingSince(
    tx,
    failed,
    new Date(now.getTime() - failingDaysMax * dayMs),
  );
  await recordAttempts(tx, attempts, now);
  for (const [reason, ids] of [['gone', gone] as const, ['failing', failing] as const])
    for (const endpoint of await disableEndpoints(tx, ids, { reason, now }))
      await sendDisabledEmail(kernel, tx, endpoint);
}
