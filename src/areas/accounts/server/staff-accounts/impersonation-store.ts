import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Impersonation } from '#kernel/database/schema.d.ts';
import { countRows } from '#kernel/http/responses/pages.ts';
import { minuteMs } from '#lib/durations.ts';
import type { PageRequest } from '#lib/pagination.ts';

export const impersonationMs = 30 * minuteMs;

export async function insertImpersonation(db: Db, row: Insertable<Impersonation>): Promise<void> {
  await db.insertInto('impersonation').values(row).execute();
}

const withEmails = (db: Db) =>
  db
    .selectFrom('impersonation')
    .innerJoin('account as staff', 'staff.id', 'impersonation.staff_id')
    .innerJoin('account as person', 'person.id', 'impersonation.account_id')
    .selectAll('impersonation')
    .select(['staff.email as staff_email', 'person.email as person_email']);
export type ImpersonationRow = Selectable<Impersonation> & {
  staff_email: string;
  person_email: string;
};

export async function listImpersonations(db: Db, { pageSize, offset }: PageRequest) {
  const rows = await withEmails(db)
    .orderBy('impersonation.created_at', 'desc')
    .orderBy('impersonation.id', 'desc')
    .limit(pageSize)
    .offset(offset)
    .execute();
  return { rows, total: await countRows(db, db.selectFrom('impersonation')) };
}

export const findImpersonation = (db: Db, id: string): Promise<ImpersonationRow | undefined> =>
  withEmails(db).where('impersonation.id', '=', id).executeTakeFirst();

/** Ends the impersonations that a member of staff started, with their sessions. */
export async function endImpersonationsBy(db: Db, staffId: number, now: Date): Promise<void> {
  // Older ones have expired; the condition lets the index find the rest.
  const since = new Date(now.getTime() - impersonationMs);
  await sql`
    with ended as (
      update impersonation set ended_at = ${now}
      where staff_id = ${staffId} and ended_at is null and created_at > ${since}
      returning session_id
    )
    update session set revoked_at = ${now} where id in (select session_id from ended)`.execute(db);
}

/** Ends its session too. */
export async function endImpersonation(
  tx: Tx,
  { id, session_id }: Pick<ImpersonationRow, 'id' | 'session_id'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('impersonation')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  await tx.updateTable('session').set({ revoked_at: now }).where('id', '=', session_id).execute();
}
