// The public interface of the area for app.ts and staff.
import type { Tx } from '#kernel/database/database.ts';
import { deleteAccountEndpoints } from './endpoints/endpoint-store.ts';

export { listAccountEndpoints } from './endpoints/staff-endpoints.ts';
export { createOutbox } from './events/outbox.ts';
export { webhookJobs } from './jobs.ts';
export { webhookRoutes } from './routes.ts';
export { seedWebhooks } from './seed.ts';
export { createWebhooks, type Webhooks } from './webhooks.ts';

/** Handles `account.deleted`. */
export const deleteAccountWebhooks = (
  tx: Tx,
  { accountId }: { accountId: number },
): Promise<void> => deleteAccountEndpoints(tx, accountId);
