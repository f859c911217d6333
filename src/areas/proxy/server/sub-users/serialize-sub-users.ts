import type { Db } from '#kernel/database/database.ts';
import type { SubUserWire } from '../../wire/index.ts';
import { listAddresses, type SubUserAddresses } from './address-store.ts';
import { readUsage, type SubUserRow, type SubUserUsage } from './sub-user-store.ts';

/** The calendar month in UTC. */
export const monthOf = (now: Date): { start: Date; end: Date } => ({
  start: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)),
  end: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
});

export const noUsage: SubUserUsage = { requests: 0n, bytes: 0n };

export const isOverLimit = (
  { traffic_limit_bytes, requests_limit }: SubUserRow,
  { requests, bytes }: SubUserUsage,
): boolean =>
  (traffic_limit_bytes !== null && bytes >= traffic_limit_bytes) ||
  (requests_limit !== null && requests >= requests_limit);

export async function serializeSubUsers(
  db: Db,
  resourceName: string,
  rows: readonly SubUserRow[],
  now: Date,
): Promise<SubUserWire[]> {
  const ids = rows.map(({ id }) => id);
  const { start, end } = monthOf(now);
  const usage = await readUsage(db, ids, start);
  const addresses = await listAddresses(db, ids);
  return rows.map((row) =>
    serializeSubUser(row, {
      userName: `${resourceName}.user-${row.name}`,
      usage: usage.get(row.id) ?? noUsage,
      addresses: addresses.get(row.id) ?? { addresses: [], networksConfirmed: 0 },
      resetsAt: end,
    }),
  );
}

type Facts = {
  userName: string;
  usage: SubUserUsage;
  addresses: SubUserAddresses;
  resetsAt: Date;
};

const numberOrNull = (value: bigint | null): number | null =>
  value === null ? null : Number(value);

const serializeSubUser = (
  row: SubUserRow,
  { userName, usage, addresses, resetsAt }: Facts,
): SubUserWire => ({
  id: row.id,
  name: row.name,
  user_name: userName,
  is_active: row.is_active,
  traffic_limit_bytes: numberOrNull(row.traffic_limit_bytes),
  requests_limit: numberOrNull(row.requests_limit),
  traffic_used_bytes: Number(usage.bytes),
  requests_used: Number(usage.requests),
  is_over_limit: isOverLimit(row, usage),
  resets_at: resetsAt.toISOString(),
  addresses: addresses.addresses,
  networks_confirmed: addresses.networksConfirmed,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
