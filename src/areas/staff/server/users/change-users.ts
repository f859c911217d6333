// Changes to an account by staff. Each change and its audit entry share a transaction.
import {
  listRoles,
  lockAccount,
  type Origin,
  sendSignInMail,
  setRoles,
  setSuspended,
  signOutAccount,
} from '#areas/accounts/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { Role } from '#lib/staff-permissions.ts';
import { mayActOn } from '#lib/staff-permissions.ts';
import { ownAccount, type StaffUserWire, wrongStatus } from '../../wire/users.ts';
import type { Staff } from '../staff.ts';
import { findUser } from './read-user.ts';
import { serializeUser } from './serialize-user.ts';

export type ChangeContext = { actor: Actor; audit: Audit };
type Status = StaffUserWire['status'];

function requireActable(actor: Actor, { roles }: { roles: readonly Role[] }): void {
  if (!mayActOn(actor.roles, roles)) throw apiError(commonErrors.permissionDenied);
}

export async function suspendUser(
  { accounts }: Staff,
  tx: Tx,
  { actor, audit }: ChangeContext,
  id: number,
  { isSuspended, reason }: { isSuspended: boolean; reason: string },
): Promise<StaffUserWire> {
  if (isSuspended && id === actor.accountId) throw apiError(ownAccount);
  const before = await lockAccount(tx, id);
  requireActable(actor, before);
  if (before.status !== (isSuspended ? 'active' : 'suspended'))
    throw apiError(wrongStatus, { current_status: before.status as Status });
  const after = await setSuspended(accounts, tx, id, isSuspended ? reason : null);
  await audit.record(tx, {
    type: 'user',
    id,
    before: { status: before.status, suspended_reason: before.suspended_reason },
    after: { status: after.status, suspended_reason: after.suspended_reason },
  });
  return serializeUser({ ...after, roles: before.roles });
}

/** Throws not_found for a session that has ended or belongs to another account. */
export async function signUserOut(
  { accounts }: Staff,
  tx: Tx,
  { actor, audit }: ChangeContext,
  { id, session }: { id: number; session?: string },
): Promise<void> {
  requireActable(actor, await lockAccount(tx, id));
  const selection = session === undefined ? {} : { only: session };
  const ended = await signOutAccount(accounts, tx, id, selection);
  if (session !== undefined && ended === 0) throw apiError(commonErrors.notFound);
  await audit.record(tx, { type: 'user', id, after: { sessions_ended: ended } });
}

export async function changeRoles(
  { accounts }: Staff,
  tx: Tx,
  { actor, audit }: ChangeContext,
  id: number,
  roles: readonly Role[],
): Promise<StaffUserWire> {
  // Otherwise the last admin could remove their own role.
  if (id === actor.accountId) throw apiError(ownAccount);
  const account = await lockAccount(tx, id);
  if (account.status === 'deleted') throw apiError(wrongStatus, { current_status: 'deleted' });
  const before = await setRoles(accounts, tx, id, roles);
  await audit.record(tx, { type: 'user', id, before: { roles: before }, after: { roles } });
  return serializeUser({ ...account, roles: await listRoles(tx, id) });
}

export async function sendCode(
  { accounts }: Staff,
  tx: Tx,
  { actor, audit }: ChangeContext,
  id: number,
  origin: Origin,
): Promise<void> {
  const { email, status, roles } = await findUser(tx, id);
  requireActable(actor, { roles });
  if (status === 'deleted') throw apiError(wrongStatus, { current_status: 'deleted' });
  await sendSignInMail(accounts, tx, email, origin);
  await audit.record(tx, { type: 'user', id });
}
