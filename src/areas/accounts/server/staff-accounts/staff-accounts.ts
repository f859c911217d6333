// What staff do with an account.

import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { Role } from '#lib/staff-permissions.ts';
import { isUuid } from '#lib/uuid.ts';
import {
  type AccountRow,
  grantRole,
  listRoles,
  releaseEmail,
  revokeRole,
  updateAccount,
} from '../account-store.ts';
import type { Accounts, Origin } from '../accounts.ts';
import { clearAccount } from '../profile/delete-account.ts';
import { serializeActivity } from '../sessions/activity.ts';
import { deleteActivity, listActivity } from '../sessions/activity-store.ts';
import { describeBrowser } from '../sessions/describe-browser.ts';
import { listLiveSessions, revokeSessions } from '../sessions/session-store.ts';
import { type ListedAccount, lockAccountRow } from './account-list-store.ts';

export type AccountRecord = ListedAccount;

const firstPage = (pageSize: number): PageRequest => ({ page: 1, pageSize, offset: 0 });

/** The latest live sessions and activity, up to `count` of each. */
export async function listSessionsAndActivity(
  { clock }: Accounts,
  db: Db,
  id: number,
  count: number,
) {
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
    activity: activity.rows.map(serializeActivity),
  };
}

/** Locks the account until the transaction ends. Throws not_found. */
export async function lockAccount(tx: Tx, id: number): Promise<AccountRecord> {
  const account = await lockAccountRow(tx, id);
  if (!account) throw apiError(commonErrors.notFound);
  return { ...account, roles: await listRoles(tx, id) };
}

/** Keeps the sessions: a suspended account may still read its profile and write to support. */
export async function setSuspended(
  { sessionCache }: Accounts,
  tx: Tx,
  id: number,
  reason: string | null,
): Promise<AccountRow> {
  await sessionCache.invalidate(tx, id);
  return updateAccount(tx, id, {
    status: reason === null ? 'active' : 'suspended',
    suspended_reason: reason ?? '',
  });
}

/** Returns how many sessions it ended. */
export async function signOutAccount(
  { clock, sessionCache }: Accounts,
  tx: Tx,
  id: number,
  selection: { only?: string } = {},
): Promise<number> {
  if (selection.only !== undefined && !isUuid(selection.only)) return 0;
  await sessionCache.invalidate(tx, id);
  return revokeSessions(tx, id, clock.now(), selection);
}

/** Returns the previous roles. */
export async function setRoles(
  { clock, sessionCache }: Accounts,
  tx: Tx,
  id: number,
  roles: readonly Role[],
): Promise<Role[]> {
  await sessionCache.invalidate(tx, id);
  const before = await listRoles(tx, id);
  for (const role of roles) await grantRole(tx, id, role, clock.now());
  for (const role of before) if (!roles.includes(role)) await revokeRole(tx, id, role);
  return before;
}

export async function eraseAccount(
  accounts: Accounts,
  tx: Tx,
  account: AccountRow,
  origin: Origin,
): Promise<void> {
  await clearAccount(accounts, tx, account, origin);
  await releaseEmail(tx, account.id);
  await deleteActivity(tx, account.id);
  for (const role of await listRoles(tx, account.id)) await revokeRole(tx, account.id, role);
}

/** All data of this area about a person, for an export. */
export async function exportAccount(accounts: Accounts, db: Db, account: AccountRow) {
  const { avatar_key, ...profile } = account;
  return {
    profile: { ...profile, has_picture: avatar_key !== null },
    ...(await listSessionsAndActivity(accounts, db, account.id, 1000)),
  };
}
