import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';

export type SavedCode = { code: string; description: string };

/** Newest first. */
export const listSavedCodes = (db: Db, accountId: number): Promise<SavedCode[]> =>
  db
    .selectFrom('customs_saved_code')
    .select(['code', 'description'])
    .where('account_id', '=', accountId)
    .orderBy('saved_at', 'desc')
    .orderBy('code')
    .execute();

export async function isCodeSaved(db: Db, accountId: number, code: string): Promise<boolean> {
  const found = await db
    .selectFrom('customs_saved_code')
    .select('code')
    .where('account_id', '=', accountId)
    .where('code', '=', code)
    .executeTakeFirst();
  return found !== undefined;
}

/** Updates the description of an existing code. False if a new one would exceed `max`. */
export async function upsertCode(
  tx: Tx,
  { code, description, ...owner }: SavedCode & { accountId: number; now: Date },
  max: number,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('customs.codes'), ${owner.accountId})`.execute(
    tx,
  );
  const { rows } = await sql`
    insert into customs_saved_code (account_id, code, description, saved_at)
    select ${owner.accountId}::int, ${code}, ${description}, ${owner.now}::timestamptz
    where (
      select count(*) from customs_saved_code
      where account_id = ${owner.accountId} and code <> ${code}
    ) < ${max}
    on conflict (account_id, code) do update set description = excluded.description
    returning code`.execute(tx);
  return rows.length > 0;
}

/** False if it is not saved. */
export async function deleteCode(db: Db, accountId: number, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('customs_saved_code')
    .where('account_id', '=', accountId)
    .where('code', '=', code)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteAccountCodes(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('customs_saved_code').where('account_id', '=', accountId).execute();
}
