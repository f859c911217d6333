import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { Session } from '#kernel/database/schema.d.ts';
import type { Work } from '#kernel/database/work.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import { dayMs } from '#lib/durations.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { Role } from '#lib/staff-permissions.ts';
import { staffPermissions } from '#lib/staff-permissions.ts';
import type { AccountRow } from '../account-store.ts';
import { endImpersonationsBy } from '../staff-accounts/impersonation-store.ts';

export type SessionRow = Selectable<Session>;
export type CheckedSession = AccountRow & {
  roles: Role[];
  session_last_used_at: Date;
  session_expires_at: Date;
  impersonated_by: number | null;
};

// Runs on most signed-in requests: one round trip for session, account and roles. An impersonation
// is valid only while the impersonator is staff.
const checkSql = `
  select a.*, s.last_used_at as session_last_used_at, s.expires_at as session_expires_at,
    s.impersonated_by,
    array(select role from account_role r where r.account_id = a.id order by role) as roles
  from session s join account a on a.id = s.account_id
  where s.id = $1 and s.revoked_at is null and s.expires_at > $2 and a.status <> 'deleted'
    and (s.impersonated_by is null or exists (
      select from account staff join account_role r on r.account_id = staff.id
      where staff.id = s.impersonated_by and staff.status = 'active' and r.role = any($3)
    ))`;
const impersonators: readonly Role[] = [...staffPermissions['users.impersonate'], 'admin'];

export async function checkSession(
  work: Pick<Work, 'query'>,
  id: string,
  now: Date,
): Promise<CheckedSession | undefined> {
  const [session] = await work.query<CheckedSession>(checkSql, [id, now, impersonators]);
  return session;
}

/** Of a session that is no longer valid. */
export const findEndedSession = (db: Db, id: string) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.revoked_at', 'session.expires_at', 'account.status'])
    .where('session.id', '=', id)
    .executeTakeFirst();

export async function insertSession(db: Db, session: Insertable<Session>): Promise<void> {
  await db.insertInto('session').values(session).execute();
}

export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** Without impersonations by staff. */
const liveSessions = (db: Db, accountId: number, now: Date) =>
  db
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .where('impersonated_by', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);

export async function listLiveSessions(db: Db, accountId: number, now: Date, page: PageRequest) {
  const query = liveSessions(db, accountId, now).selectAll();
  const sorted = query.orderBy('last_used_at', 'desc').orderBy('id');
  return readPage(db, sorted, page);
}

/**
 * Ends live sessions of an account and returns their number. Unless limited to one session, it also
 * ends the impersonations that the account started.
 */
export async function revokeSessions(
  db: Db,
  accountId: number,
  now: Date,
  selection: { only?: string; except?: string } = {},
): Promise<number> {
  if (selection.only === undefined) await endImpersonationsBy(db, accountId, now);
  let query = db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);
  if (selection.only !== undefined) query = query.where('id', '=', selection.only);
  if (selection.except !== undefined) query = query.where('id', '<>', selection.except);
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Keeps the `countMax` most recently used live sessions. */
export async function endOldestSessions(
  db: Db,
  accountId: number,
  now: Date,
  countMax: number,
): Promise<void> {
  const oldest = liveSessions(db, accountId, now)
    .select('id')
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .offset(countMax);
  await db.updateTable('session').set({ revoked_at: now }).where('id', 'in', oldest).execute();
}

/** Ended sessions are kept for 30 days. */
export async function purgeEndedSessions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 30 * dayMs);
  await db.deleteFrom('session').where('expires_at', '<', before).execute();
  await db.deleteFrom('session').where('revoked_at', '<', before).execute();
}
