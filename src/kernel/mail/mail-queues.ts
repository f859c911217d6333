// The queues of the outbox. Codes have workers of their own, which bulk mail cannot keep busy.
import type { Db } from '#kernel/database/database.ts';
import type { QueueOptions } from '#kernel/jobs/declare-queues.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';

export const bulkQueue = 'mail.deliver';
export const urgentQueue = 'mail.codes';

/** Delays of 10 s that double up to an hour: the last of 32 attempts runs after about a day. */
export const bulkDelivery: QueueOptions = {
  retriesMax: 31,
  retryDelaySeconds: 10,
  retryBackoff: true,
  retryDelayMaxSeconds: 3600,
  expireInSeconds: 180,
  concurrency: 4,
};

/**
 * At most 15 s between attempts, and up to 5 s until a worker looks. A code expires before the last
 * attempt, which is after a quarter of an hour.
 */
export const urgentDelivery: QueueOptions = {
  retriesMax: 60,
  retryDelaySeconds: 2,
  retryBackoff: true,
  retryDelayMaxSeconds: 15,
  expireInSeconds: 180,
  concurrency: 8,
};

export const chooseQueue = (isUrgent: boolean): string => (isUrgent ? urgentQueue : bulkQueue);

/** Queues the delivery of a stored e-mail. */
export const sendDeliveryJob = (
  jobs: Jobs,
  tx: Db,
  { id, is_urgent: isUrgent }: { id: string; is_urgent: boolean },
): Promise<void> => jobs.send(tx, chooseQueue(isUrgent), { mailId: id }, { singletonKey: id });
