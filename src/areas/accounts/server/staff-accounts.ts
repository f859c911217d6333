// What staff do with somebody's account. Each takes the account's id and says not_found without one.

import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import { commonErrors, type Role } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import * as accountStore from './account-store.ts';
import type { Accounts, Origin } from './accounts.ts';
import { activityToWire } from './activity.ts';
import { describeBrowser } from './browsers.ts';
import { clearAccount } from './deletion.ts';
import { insertSession, listActivity, listLiveSessions, revokeSessions } from './session-store.ts';
import * as store from './staff-store.ts';

export type AccountRecord = store.ListedAccount;

const firstPage = (pageSize: number): PageRequest => ({ page: 1, pageSize, offset: 0 });
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Live sessions and what happened last, without an end of the lists: up to `count` of each. */
export async function listTracesOf({ clock }: Accounts, db: Db, id: number, count: number) {
  const page = firstPage(count);
  const sessions = await listLiveSessions(db, id, clock.now(), page);
  const activity = await listActivity(db, id, page);
  return {
    sessions: sessions.rows.map((row) => ({
      id: row.id,
      ...describeBrowser(row.user_agent),
      ip: row.ip,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
    })),
    activity: activity.rows.map(activityToWire),
  };
}

/** With the roles it has while nobody else changes it. */
export async function findAccountToChange(tx: Tx, id: number): Promise<AccountRecord> {
  const account = await store.lockAccount(tx, id);
  if (!account) throw apiError(commonErrors.notFound);
  return { ...account, roles: await accountStore.listRoles(tx, id) };
}

/** Signs nobody out: a suspended account may still read its profile and write to support. */
export const setSuspended = (
  tx: Tx,
  id: number,
  reason: string | null,
): Promise<accountStore.AccountRow> =>
  accountStore.updateAccount(tx, id, {
    status: reason === null ? 'active' : 'suspended',
    suspended_reason: reason ?? '',
  });

/** Says how many sessions that ended. */
export const signOutAccount = (
  { clock }: Accounts,
  tx: Tx,
  id: number,
  which: { only?: string } = {},
): Promise<number> =>
  which.only !== undefined && !uuid.test(which.only)
    ? Promise.resolve(0)
    : revokeSessions(tx, id, clock.now(), which);

/** Returns the roles from before. */
export async function setRoles(
  { clock }: Accounts,
  tx: Tx,
  id: number,
  roles: readonly Role[],
): Promise<Role[]> {
  const before = await accountStore.listRoles(tx, id);
  for (const role of roles) await accountStore.grantRole(tx, id, role, clock.now());
  for (const role of before) if (!roles.includes(role)) await accountStore.revokeRole(tx, id, role);
  return before;
}

export async function eraseAccount(
  accounts: Accounts,
  tx: Tx,
  account: accountStore.AccountRow,
  origin: Origin,
): Promise<void> {
  await clearAccount(accounts, tx, account, origin);
  await accountStore.freeEmail(tx, account.id);
  await store.deleteActivity(tx, account.id);
  for (const role of await accountStore.listRoles(tx, account.id))
    await accountStore.revokeRole(tx, account.id, role);
}

/** A session of 30 minutes that reads as the account's owner does, and changes nothing. */
export async function impersonate(
  accounts: Accounts,
  tx: Tx,
  input: { staffId: number; accountId: number; reason: string; origin: Origin },
) {
  const { staffId, accountId, reason, origin } = input;
  const now = accounts.clock.now();
  const id = createId(now);
  const sessionId = createId(now);
  const expiresAt = new Date(now.getTime() + store.impersonationMs);
  await insertSession(tx, {
    id: sessionId,
    account_id: accountId,
    impersonated_by: staffId,
    ip: origin.ip,
    user_agent: origin.userAgent,
    created_at: now,
    last_used_at: now,
    expires_at: expiresAt,
  });
  await store.insertImpersonation(tx, {
    id,
    staff_id: staffId,
    account_id: accountId,
    session_id: sessionId,
    reason,
    created_at: now,
    expires_at: expiresAt,
  });
  return { id, expiresAt, access: accounts.tokens.signAccess({ accountId, sessionId }) };
}

/** Ended already: no change. Not_found for one of another member of staff, unless `mayAny`. */
export async function endImpersonation(
  { clock }: Accounts,
  tx: Tx,
  id: string,
  { staffId, mayAny }: { staffId: number; mayAny: boolean },
): Promise<store.ImpersonationRow> {
  const found = uuid.test(id) ? await store.findImpersonation(tx, id) : undefined;
  if (!found || !(mayAny || found.staff_id === staffId)) throw apiError(commonErrors.notFound);
  await store.endImpersonation(tx, found, clock.now());
  return found;
}

/** What this area holds about a person, for a copy of it all. */
export async function personalDataOf(accounts: Accounts, db: Db, account: accountStore.AccountRow) {
  const { avatar_key, ...profile } = account;
  return {
    profile: { ...profile, has_picture: avatar_key !== null },
    ...(await listTracesOf(accounts, db, account.id, 1000)),
  };
}
