// What staff do about an account. Each change and its line of the audit log are one transaction.
import {
  findAccountToChange,
  readRolesOf,
  sendSignInMail,
  setRoles,
  setSuspended,
  signOutAccount,
} from '#areas/accounts/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors, type Role } from '#lib/endpoint.ts';
import { mayActOn } from '#lib/staff-permissions.ts';
import { ownAccount, type StaffUserWire, wrongStatus } from '../contract.ts';
import { findUser, userToWire } from './show-users.ts';
import type { Staff } from './staff.ts';

export type By = { actor: Actor; audit: Audit };
type Origin = Parameters<typeof sendSignInMail>[3];
type Status = StaffUserWire['status'];

function refuseColleague(actor: Actor, { roles }: { roles: readonly Role[] }): void {
  if (!mayActOn(actor.roles, roles)) throw apiError(commonErrors.permissionDenied);
}

export async function suspendUser(
  tx: Tx,
  { actor, audit }: By,
  id: number,
  { isSuspended, reason }: { isSuspended: boolean; reason: string },
): Promise<StaffUserWire> {
  if (isSuspended && id === actor.accountId) throw apiError(ownAccount);
  const before = await findAccountToChange(tx, id);
  refuseColleague(actor, before);
  if (before.status !== (isSuspended ? 'active' : 'suspended'))
    throw apiError(wrongStatus, { current_status: before.status as Status });
  const after = await setSuspended(tx, id, isSuspended ? reason : null);
  await audit.note(tx, {
    type: 'user',
    id,
    before: { status: before.status, suspended_reason: before.suspended_reason },
    after: { status: after.status, suspended_reason: after.suspended_reason },
  });
  return userToWire({ ...after, roles: before.roles });
}

/** Throws not_found for a session that has ended or is of another account. */
export async function signUserOut(
  { accounts }: Staff,
  tx: Tx,
  { actor, audit }: By,
  { id, session }: { id: number; session?: string },
): Promise<void> {
  refuseColleague(actor, await findAccountToChange(tx, id));
  const which = session === undefined ? {} : { only: session };
  const ended = await signOutAccount(accounts, tx, id, which);
  if (session !== undefined && ended === 0) throw apiError(commonErrors.notFound);
  await audit.note(tx, { type: 'user', id, after: { sessions_ended: ended } });
}

export async function changeRoles(
  { accounts }: Staff,
  tx: Tx,
  { actor, audit }: By,
  id: number,
  roles: readonly Role[],
): Promise<StaffUserWire> {
  // An admin who takes the role from themselves may leave nobody to give it back.
  if (id === actor.accountId) throw apiError(ownAccount);
  const account = await findAccountToChange(tx, id);
  if (account.status === 'deleted') throw apiError(wrongStatus, { current_status: 'deleted' });
  const before = await setRoles(accounts, tx, id, roles);
  await audit.note(tx, { type: 'user', id, before: { roles: before }, after: { roles } });
  return userToWire({ ...account, roles: await readRolesOf(tx, id) });
}

export async function sendCode(
  { accounts }: Staff,
  tx: Tx,
  { actor, audit }: By,
  id: number,
  origin: Origin,
): Promise<void> {
  const { email, status, roles } = await findUser(tx, id);
  refuseColleague(actor, { roles });
  if (status === 'deleted') throw apiError(wrongStatus, { current_status: 'deleted' });
  await sendSignInMail(accounts, tx, email, origin);
  await audit.note(tx, { type: 'user', id });
}
