import type { Role } from '#lib/staff-permissions.ts';
import {
  findAccountByEmail,
  grantRole,
  insertAccount,
  listRoleHolders,
  revokeRole,
} from '../account-store.ts';
import type { Accounts } from '../accounts.ts';

/** Creates the account if there is none: the operator of the server vouches for the address. */
export function addStaff(
  { work, clock, sessionCache }: Accounts,
  email: string,
  roles: Role[],
): Promise<void> {
  return work.write(async (tx) => {
    const now = clock.now();
    const account =
      (await findAccountByEmail(tx, email)) ??
      (await insertAccount(tx, { email, date_joined: now }));
    for (const role of roles) await grantRole(tx, account.id, role, now);
    await sessionCache.invalidate(tx, account.id);
  });
}

/** False when no account has this address. */
export function removeStaff(
  { work, sessionCache }: Accounts,
  email: string,
  roles: Role[],
): Promise<boolean> {
  return work.write(async (tx) => {
    const account = await findAccountByEmail(tx, email);
    if (!account) return false;
    for (const role of roles) await revokeRole(tx, account.id, role);
    await sessionCache.invalidate(tx, account.id);
    return true;
  });
}

export const listStaff = ({ work }: Accounts): Promise<{ email: string; roles: string }[]> =>
  work.read(listRoleHolders);
