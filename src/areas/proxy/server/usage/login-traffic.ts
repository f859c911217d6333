// Traffic of a resource by login: API keys, sub-users and the test console.
import type { Db } from '#kernel/database/database.ts';
import type { Actor } from '#kernel/ports.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { LoginTrafficWire } from '../../wire/index.ts';
import type { Period } from '../../wire/proxies.constants.ts';
import type { Proxies } from '../proxies.ts';
import { requireResource } from '../resources/manage-resources.ts';
import { findSubUserNames } from '../sub-users/sub-user-store.ts';
import { toBounds } from './statistics-bounds.ts';
import { type BreakdownRow, listTrafficByDay } from './usage-store.ts';

/** Names by id. */
export type LoginNames = {
  key: ReadonlyMap<string, string>;
  user: ReadonlyMap<string, string>;
};

export const readLoginNames = async (
  proxies: Proxies,
  db: Db,
  { accountId }: Actor,
  resourceId: string,
): Promise<LoginNames> => ({
  key: await proxies.readKeyNames(db, accountId),
  user: await findSubUserNames(db, resourceId),
});

export function serializeLogin(
  { kind, label, count, bytes, bytes_sent }: BreakdownRow,
  names: LoginNames,
): LoginTrafficWire {
  const known = kind === 'user' ? names.user : names.key;
  return {
    kind: label === '' ? 'console' : kind === 'user' ? 'user' : 'key',
    id: label || null,
    name: known.get(label) ?? null,
    requests: Number(count),
    bytes: Number(bytes),
    bytes_sent: bytes_sent === null ? null : Number(bytes_sent),
    bytes_received: bytes_sent === null ? null : Number(bytes - bytes_sent),
  };
}

export async function listTraffic(
  proxies: Proxies,
  actor: Actor,
  name: string,
  { period }: { period: Period },
  page: PageRequest,
) {
  const { work, clock } = proxies.kernel;
  // A new resource may be missing on the replica, where the traffic is read.
  const { id } = await work.read((db) => requireResource(db, actor, name));
  const bounds = toBounds({ period }, clock.now());
  return work.replica(async (db) => {
    const names = await readLoginNames(proxies, db, actor, id);
    const { rows, count } = await listTrafficByDay(db, id, bounds, page);
    return {
      rows: rows.map((row) => ({ day: row.day, ...serializeLogin(row, names) })),
      total: { count, isEstimate: false },
    };
  });
}
