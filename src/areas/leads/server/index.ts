// The public interface of the area for other areas and app.ts.
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { countLeadsAwaitingReply, listLeadsAwaitingReply } from './lead-list-store.ts';
import { deletePersonLeads, unlinkAccountLeads } from './lead-store.ts';
import { computeReplyDueAt, overdueCreatedBefore } from './reply-deadline.ts';

export { leadJobs } from './jobs.ts';
export { listFileKeys } from './lead-file-store.ts';
export { exportLeads } from './lead-files.ts';
export { searchLeads } from './list-leads.ts';
export { leadRoutes } from './routes.ts';
export { seedLeads } from './seed.ts';

/** Leads that await a reply, with the overdue ones among them. */
export const countOpenLeads = ({ clock }: Kernel, db: Db) =>
  countLeadsAwaitingReply(db, overdueCreatedBefore(clock.now()));

/** Leads that await a reply, by when it is due. */
export async function listOpenLeads(db: Db, count: number) {
  const rows = await listLeadsAwaitingReply(db, count);
  return rows.map((row) => ({ ...row, replyDueAt: computeReplyDueAt(row.created_at) }));
}

/** Marks them as deleted: the nightly job erases them with the others. */
export const deleteLeadsBySender = (tx: Tx, email: string, now: Date): Promise<void> =>
  deletePersonLeads(tx, email, now);

/** Handles `account.deleted`. */
export const unlinkAccount = (tx: Tx, { accountId }: { accountId: number }): Promise<void> =>
  unlinkAccountLeads(tx, accountId);
