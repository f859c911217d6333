// What other areas and app.ts may use of leads.
import type { Tx } from '#server/database/database.ts';
import type { Kernel } from '#server/kernel.ts';
import { overdueBefore } from './lead-states.ts';
import { countAwaiting } from './list-store.ts';
import * as store from './store.ts';

export { leadJobs } from './jobs.ts';
export { leadRoutes } from './routes.ts';
export { seedLeads } from './seed.ts';

export type Leads = Kernel;
/** Areas are opened alike; this one needs nothing but the kernel. */
export const openLeads = (kernel: Kernel): Leads => kernel;

/** Leads that wait for their reply; overdue ones among them. */
export const countLeadsDue = ({ database, clock }: Kernel) =>
  countAwaiting(database.read, overdueBefore(clock.now()));

/** Every inquiry from an address or of an account, newest first: for a copy of a person's data. */
export const listLeadsOf = ({ database }: Kernel, sender: { accountId: number; email: string }) =>
  store.listLeadsOf(database.read, sender);

/** The inquiries of somebody who asked to be forgotten; they are erased with the deleted ones. */
export const forgetSender = (tx: Tx, email: string, now: Date): Promise<void> =>
  store.deleteLeadsOf(tx, email, now);

/** Handles `account.deleted`. */
export const unlinkAccount = (tx: Tx, { accountId }: { accountId: number }): Promise<void> =>
  store.unlinkAccount(tx, accountId);
