import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { SignInCode, SignInFailure } from '#server/database/schema.d.ts';

export type CodeRow = Selectable<SignInCode>;
export type CodePurpose = 'sign_in' | 'delete_account';

/** Until the transaction ends, nobody else asks for or tries a code of this address. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`accounts:${email}`}, 0))`.execute(tx);
}

/** When codes were asked for since a time, for what, and when they ended, newest first. */
export const listRequests = (
  db: Db,
  email: string,
  since: Date,
): Promise<{ created_at: Date; purpose: string; used_at: Date | null }[]> =>
  db
    .selectFrom('sign_in_code')
    .select(['created_at', 'purpose', 'used_at'])
    .where('email', '=', email)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute();

/** Codes that could still be used, newest first. */
export const listUsableCodes = (
  db: Db,
  email: string,
  purpose: CodePurpose,
  now: Date,
): Promise<CodeRow[]> =>
  db
    .selectFrom('sign_in_code')
    .selectAll()
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute();

export async function insertCode(db: Db, code: Insertable<SignInCode>): Promise<void> {
  await db.insertInto('sign_in_code').values(code).execute();
}

export async function endCodes(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('sign_in_code').set({ used_at: now }).where('id', 'in', ids).execute();
}

export const findFailures = (
  db: Db,
  email: string,
  device: string,
): Promise<Selectable<SignInFailure> | undefined> =>
  db
    .selectFrom('sign_in_failure')
    .selectAll()
    .where('email', '=', email)
    .where('device', '=', device)
    .executeTakeFirst();

export async function keepFailures(db: Db, row: Insertable<SignInFailure>): Promise<void> {
  const { failures, locked_until, updated_at } = row;
  await db
    .insertInto('sign_in_failure')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['email', 'device']).doUpdateSet({ failures, locked_until, updated_at }),
    )
    .execute();
}

export async function clearFailures(db: Db, email: string, device: string): Promise<void> {
  await db
    .deleteFrom('sign_in_failure')
    .where('email', '=', email)
    .where('device', '=', device)
    .execute();
}

export async function deleteCodesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_code').where('created_at', '<', before).execute();
  await db.deleteFrom('sign_in_failure').where('updated_at', '<', before).execute();
}
