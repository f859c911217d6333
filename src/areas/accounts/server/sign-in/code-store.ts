import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { SignInCode } from '#kernel/database/schema.d.ts';
import type { SessionRow } from '../sessions/session-store.ts';

export type CodeRow = Selectable<SignInCode>;
export type CodePurpose = 'sign_in' | 'delete_account';

/** Until the transaction ends, no other request creates or checks a code of this address. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`accounts:${email}`}, 0))`.execute(tx);
}

export type CodeRequestRow = Pick<
  CodeRow,
  'created_at' | 'purpose' | 'used_at' | 'source_key' | 'is_known'
>;

/** Codes requested for an address since a time, newest first. */
export const listCodeRequests = (db: Db, email: string, since: Date): Promise<CodeRequestRow[]> =>
  db
    .selectFrom('sign_in_code')
    .select(['created_at', 'purpose', 'used_at', 'source_key', 'is_known'])
    .where('email', '=', email)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute();

/** Codes that can still be used, newest first. */
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

/** Records the session that a code started, and its browser. */
export async function recordSession(
  db: Db,
  ids: readonly string[],
  opened: { session_id: string; browser_hash: Buffer | null },
): Promise<void> {
  await db.updateTable('sign_in_code').set(opened).where('id', 'in', ids).execute();
}

/** The live session that this code started in this browser since a time. */
export const findSessionByCode = (
  db: Db,
  code: { email: string; codeHashes: Buffer[]; browserHash: Buffer },
  { since, now }: { since: Date; now: Date },
): Promise<SessionRow | undefined> =>
  db
    .selectFrom('sign_in_code')
    .innerJoin('session', 'session.id', 'sign_in_code.session_id')
    .selectAll('session')
    .where('sign_in_code.email', '=', code.email)
    .where('sign_in_code.code_hash', 'in', code.codeHashes)
    .where('sign_in_code.browser_hash', '=', code.browserHash)
    .where('sign_in_code.used_at', '>', since)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .executeTakeFirst();

export async function purgeCodesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_code').where('created_at', '<', before).execute();
}
