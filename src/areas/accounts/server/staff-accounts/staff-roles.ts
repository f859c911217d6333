import type { Kernel } from '#kernel/kernel.ts';
import type { Role } from '#lib/endpoint.ts';
import {
  findAccountByEmail,
  grantRole,
  insertAccount,
  listRoleHolders,
  revokeRole,
} from '../account-store.ts';

type Deps = Pick<Kernel, 'work' | 'clock'>;

/** Creates the account if there is none: the operator of the server vouches for the address. */
export function addStaff({ work, clock }: Deps, email: string, roles: Role[]): Promise<void> {
  return work.write(async (tx) => {
    const now = clock.now();
    const account =
      (await findAccountByEmail(tx, email)) ??
      (await insertAccount(tx, { email, date_joined: now }));
    for (const role of roles) await grantRole(tx, account.id, role, now);
  });
}

/** False when no account has this address. */
export function removeStaff({ work }: Deps, email: string, roles: Role[]): Promise<boolean> {
  return work.write(async (tx) => {
    const account = await findAccountByEmail(tx, email);
    if (!account) return false;
    for (const role of roles) await revokeRole(tx, account.id, role);
    return true;
  });
}

export const listStaff = ({ work }: Deps): Promise<{ email: string; roles: string }[]> =>
  work.read(listRoleHolders);
