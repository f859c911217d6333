// What other areas and app.ts may use of leads.
import type { Tx } from '#server/database/database.ts';
import type { Kernel } from '#server/kernel.ts';
import * as store from './store.ts';

export { leadJobs } from './jobs.ts';
export { leadRoutes } from './routes.ts';
export { seedLeads } from './seed.ts';

export type Leads = Kernel;
/** Areas are opened alike; this one needs nothing but the kernel. */
export const openLeads = (kernel: Kernel): Leads => kernel;

/** Handles `account.deleted`. */
export const unlinkAccount = (tx: Tx, { accountId }: { accountId: number }): Promise<void> =>
  store.unlinkAccount(tx, accountId);
