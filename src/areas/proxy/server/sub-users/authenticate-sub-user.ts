// Sub-users that log in at the gateway. Each request reads the row and its usage, so that a change
// and a limit apply at once.
import { findAccount } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { clientAddress, toNetwork } from '#kernel/http/client-address.ts';
import type { Proxies } from '../proxies.ts';
import { isOverLimit, noUsage, toMonth } from './serialize-sub-users.ts';
import { hashPassword } from './sub-user-password.ts';
import {
  type ClientAddress,
  confirmNetwork,
  findSubUserByAddress,
  findSubUserByHash,
  type GatewaySubUser,
  isNetworkConfirmed,
  readUsage,
} from './sub-user-store.ts';

export type AuthenticatedSubUser = {
  subUser: GatewaySubUser;
  accountStatus: 'active' | 'suspended';
  isOverLimit: boolean;
  /** When its usage counts from zero again. */
  resetsAt: Date;
};

export type SubUserLogin = {
  password: string;
  ip: string;
  /** For a request that is already counted, and open: its own count does not end it. */
  isOpen?: boolean;
};

/**
 * By its password, or without one by the address of the client. Null when there is none. A login
 * with the password lets clients of that address omit it later, if the sub-user has the address.
 */
export async function authenticateSubUser(
  proxies: Proxies,
  { password, ip, isOpen = false }: SubUserLogin,
): Promise<AuthenticatedSubUser | null> {
  const { clock, work } = proxies.kernel;
  const address = clientAddress({ ip });
  if (!address) return null;
  const client = { address, network: toNetwork(address) };
  if (!password && proxies.unknownNetworks.has(client.network)) return null;
  const { start, end } = toMonth(clock.now());
  const found = await work.read(async (db) => {
    const known = password
      ? await findSubUserByHash(db, hashPassword(password), client)
      : await findByAddress(proxies, db, client);
    const account = known && (await findAccount(db, known.account_id));
    if (!known || !account || account.status === 'deleted') return null;
    const usage = (await readUsage(db, [known.id], start)).get(known.id) ?? noUsage;
    return { subUser: known, account, usage };
  });
  if (!found) return null;
  const { subUser, account, usage } = found;
  if (subUser.mayConfirm && subUser.is_active) {
    await work.write((tx) => confirmNetwork(tx, subUser.id, client));
    proxies.unknownNetworks.delete(client.network);
  }
  return {
    subUser,
    accountStatus: account.status === 'suspended' ? 'suspended' : 'active',
    isOverLimit: isOverLimit(isOpen ? { ...subUser, requests_limit: null } : subUser, usage),
    resetsAt: end,
  };
}

async function findByAddress({ unknownNetworks }: Proxies, db: Db, client: ClientAddress) {
  if (await isNetworkConfirmed(db, client.network)) {
    const subUser = await findSubUserByAddress(db, client);
    return subUser && { ...subUser, mayConfirm: false };
  }
  unknownNetworks.set(client.network, true);
  return undefined;
}
