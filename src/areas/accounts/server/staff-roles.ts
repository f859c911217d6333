import type { Role } from '#lib/endpoint.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import * as store from './account-store.ts';

type Deps = { database: Database; clock: Clock };

/** Makes the account when there is none: whoever runs the server vouches for the address. */
export function addStaff({ database, clock }: Deps, email: string, roles: Role[]): Promise<void> {
  return database.transaction(async (tx) => {
    const now = clock.now();
    const account =
      (await store.findByEmail(tx, email)) ??
      (await store.insertAccount(tx, { email, date_joined: now }));
    for (const role of roles) await store.grantRole(tx, account.id, role, now);
  });
}

/** False when nobody has this address. */
export async function removeStaff({ database }: Deps, email: string, roles: Role[]) {
  const account = await store.findByEmail(database.write, email);
  if (!account) return false;
  for (const role of roles) await store.revokeRole(database.write, account.id, role);
  return true;
}

export const listStaff = ({ database }: Deps): Promise<{ email: string; roles: string }[]> =>
  store.listStaff(database.write);
