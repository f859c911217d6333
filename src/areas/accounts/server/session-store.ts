import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { AccountActivity, Device, Session } from '#kernel/database/schema.d.ts';
import type { Work } from '#kernel/database/work.ts';
import { countRows } from '#kernel/http/pages.ts';
import type { Role } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { staffPermissions } from '#lib/staff-permissions.ts';
import type { AccountRow } from './account-store.ts';
import { endImpersonationsBy } from './staff-store.ts';

export type SessionRow = Selectable<Session>;
export type DeviceRow = Selectable<Device>;
export type ActivityRow = Selectable<AccountActivity>;
export type CheckedSession = AccountRow & {
  roles: Role[];
  session_last_used_at: Date;
  impersonated_by: number | null;
};

// Written by hand and run on every signed-in request: one round trip for session, account, roles.
// Whoever looks at a customer's account has to be of staff still.
const checkSql = `
  select a.*, s.last_used_at as session_last_used_at, s.impersonated_by,
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

export async function insertSession(db: Db, session: Insertable<Session>): Promise<void> {
  await db.insertInto('session').values(session).execute();
}

export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** A member of staff who looks at the account is no session of its owner's. */
const liveSessions = (db: Db, accountId: number, now: Date) =>
  db
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .where('impersonated_by', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);

export async function listLiveSessions(
  db: Db,
  accountId: number,
  now: Date,
  { pageSize, offset }: PageRequest,
) {
  const query = liveSessions(db, accountId, now).selectAll();
  const rows = await query
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset(offset)
    .execute();
  return { rows, total: await countRows(db, query) };
}

/**
 * Ends live sessions of an account; says how many. More than one named session takes along what a
 * member of staff looks at.
 */
export async function revokeSessions(
  db: Db,
  accountId: number,
  now: Date,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  if (which.only === undefined) await endImpersonationsBy(db, accountId, now);
  let query = db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);
  if (which.only !== undefined) query = query.where('id', '=', which.only);
  if (which.except !== undefined) query = query.where('id', '<>', which.except);
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Leaves the `countMax` live sessions that were used last. */
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

/** What a browser is to each account that signed in with it. */
export const listDevices = (
  db: Db,
  tokenHash: Buffer,
): Promise<(DeviceRow & { email: string })[]> =>
  db
    .selectFrom('device')
    .innerJoin('account', 'account.id', 'device.account_id')
    .selectAll('device')
    .select('account.email')
    .where('device.token_hash', '=', tokenHash)
    .execute();

export async function insertDevice(db: Db, device: Insertable<Device>): Promise<void> {
  await db.insertInto('device').values(device).execute();
}

/** False when the device is gone. */
export async function touchDevice(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('device')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function setDeviceToken(db: Db, id: string, tokenHash: Buffer): Promise<void> {
  await db.updateTable('device').set({ token_hash: tokenHash }).where('id', '=', id).execute();
}

export async function deleteDevices(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('device').where('account_id', '=', accountId).execute();
}

export async function insertActivity(db: Db, activity: Insertable<AccountActivity>): Promise<void> {
  await db.insertInto('account_activity').values(activity).execute();
}

export async function listActivity(
  db: Db,
  accountId: number,
  { pageSize, offset }: PageRequest,
  { from, before }: { from?: string | undefined; before?: string | undefined } = {},
) {
  let query = db.selectFrom('account_activity').selectAll().where('account_id', '=', accountId);
  if (from) query = query.where('created_at', '>=', new Date(from));
  if (before) query = query.where('created_at', '<', new Date(before));
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(offset)
    .execute();
  return { rows, total: await countRows(db, query) };
}

/** Addresses are kept 90 days, ended sessions 30 days after their end. */
export async function forgetOldTraces(db: Db, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await db.deleteFrom('session').where('expires_at', '<', ago(30)).execute();
  await db.deleteFrom('session').where('revoked_at', '<', ago(30)).execute();
  await db
    .updateTable('account_activity')
    .set({ ip: null, user_agent: '' })
    .where('created_at', '<', ago(90))
    .where(sql<boolean>`ip is not null or user_agent <> ''`)
    .execute();
}
