// The one row about the mailbox: who reads it, and what came of it. Times of the lease are the
// database's, so that all processes agree on them.
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';

export type MailboxState = {
  read_at: Date | null;
  problem: string | null;
  failing_since: Date | null;
};

export const readMailboxState = (db: Db): Promise<MailboxState> =>
  db
    .selectFrom('inbound_mailbox')
    .select(['read_at', 'problem', 'failing_since'])
    .executeTakeFirstOrThrow();

/** Takes or renews it. False while another process has it. */
export async function takeLease(tx: Tx, holder: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('inbound_mailbox')
    .set({
      leased_by: holder,
      leased_until: sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`,
    })
    .where((eb) =>
      eb.or([eb('leased_by', '=', holder), eb('leased_until', '<', sql<Date>`clock_timestamp()`)]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function endLease(tx: Tx, holder: string): Promise<void> {
  await tx
    .updateTable('inbound_mailbox')
    .set({ leased_until: sql<Date>`'-infinity'` })
    .where('leased_by', '=', holder)
    .execute();
}

export async function recordRead(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('inbound_mailbox')
    .set({ read_at: now, problem: null, failing_since: null })
    .execute();
}

export async function recordProblem(tx: Tx, problem: string, now: Date): Promise<void> {
  await tx
    .updateTable('inbound_mailbox')
    .set({ problem, failing_since: sql<Date>`coalesce(failing_since, ${now})` })
    .execute();
}
