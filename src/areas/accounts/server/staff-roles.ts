import type { Kernel } from '#kernel/kernel.ts';
import type { Role } from '#lib/endpoint.ts';
import * as store from './account-store.ts';

type Deps = Pick<Kernel, 'work' | 'clock'>;

/** Makes the account when there is none: whoever runs the server vouches for the address. */
export function addStaff({ work, clock }: Deps, email: string, roles: Role[]): Promise<void> {
  return work.write(async (tx) => {
    const now = clock.now();
    const account =
      (await store.findByEmail(tx, email)) ??
      (await store.insertAccount(tx, { email, date_joined: now }));
    for (const role of roles) await store.grantRole(tx, account.id, role, now);
  });
}

/** False when nobody has this address. */
export function removeStaff({ work }: Deps, email: string, roles: Role[]): Promise<boolean> {
  return work.write(async (tx) => {
    const account = await store.findByEmail(tx, email);
    if (!account) return false;
    for (const role of roles) await store.revokeRole(tx, account.id, role);
    return true;
  });
}

export const listStaff = ({ work }: Deps): Promise<{ email: string; roles: string }[]> =>
  work.read(store.listStaff);
