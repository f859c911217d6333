// What other areas and app.ts may use of leads.
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { overdueBefore } from './lead-states.ts';
import { countAwaiting } from './list-store.ts';
import * as store from './store.ts';

export { leadJobs } from './jobs.ts';
export { leadRoutes } from './routes.ts';
export { seedLeads } from './seed.ts';
export { listLeadsOf } from './store.ts';

export type Leads = Kernel;
/** Areas are opened alike; this one needs nothing but the kernel. */
export const openLeads = (kernel: Kernel): Leads => kernel;

/** Leads that wait for their reply; overdue ones among them. */
export const countLeadsDue = ({ clock }: Kernel, db: Db) =>
  countAwaiting(db, overdueBefore(clock.now()));

/** The inquiries of somebody who asked to be forgotten; they are erased with the deleted ones. */
export const forgetSender = (tx: Tx, email: string, now: Date): Promise<void> =>
  store.deleteLeadsOf(tx, email, now);

/** Handles `account.deleted`. */
export const unlinkAccount = (tx: Tx, { accountId }: { accountId: number }): Promise<void> =>
  store.unlinkAccount(tx, accountId);
