import type { Db } from '#kernel/database/database.ts';
import { Decimal } from '#lib/decimal.ts';
import { roundAmount } from '#lib/money.ts';
import { startOfMonth } from '#lib/months.ts';
import type { SubUserWire } from '../../wire/index.ts';
import { listAddresses, type SubUserAddresses } from './address-store.ts';
import { readUsage, type SubUserRow, type SubUserUsage } from './sub-user-store.ts';

/** The calendar month in UTC. */
export const toMonth = (now: Date): { start: Date; end: Date } => ({
  start: startOfMonth(now),
  end: startOfMonth(now, 1),
});

export const noUsage: SubUserUsage = { requests: 0n, bytes: 0n };

const bytesPerGigabyte = 1_000_000_000;

/** What the traffic costs at the sub-user's price, in US dollars, unrounded; null without one. */
const computeCost = (
  { price_per_gb }: Pick<SubUserRow, 'price_per_gb'>,
  { bytes }: SubUserUsage,
): Decimal | null =>
  price_per_gb === null
    ? null
    : new Decimal(String(bytes)).times(price_per_gb).div(bytesPerGigabyte);

type Limits = Pick<
  SubUserRow,
  'traffic_limit_bytes' | 'requests_limit' | 'price_per_gb' | 'spend_limit'
>;

export function isOverLimit(row: Limits, usage: SubUserUsage): boolean {
  const { traffic_limit_bytes, requests_limit, spend_limit } = row;
  return (
    (traffic_limit_bytes !== null && usage.bytes >= traffic_limit_bytes) ||
    (requests_limit !== null && usage.requests >= requests_limit) ||
    (spend_limit !== null && computeCost(row, usage)?.gte(spend_limit) === true)
  );
}

export async function serializeSubUsers(
  db: Db,
  resourceName: string,
  rows: readonly SubUserRow[],
  now: Date,
): Promise<SubUserWire[]> {
  const ids = rows.map(({ id }) => id);
  const { start, end } = toMonth(now);
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

/** Up to the cent, so that it is not above the limit before requests are refused. */
function serializeSpent(row: SubUserRow, usage: SubUserUsage): string | null {
  const cost = computeCost(row, usage);
  return cost && roundAmount(cost, 2, 'down');
}

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
  // The column has four decimals, prices usually two.
  price_per_gb: row.price_per_gb?.replace(/0{1,2}$/, '') ?? null,
  spend_limit: row.spend_limit,
  spent: serializeSpent(row, usage),
  is_over_limit: isOverLimit(row, usage),
  resets_at: resetsAt.toISOString(),
  addresses: addresses.addresses,
  networks_confirmed: addresses.networksConfirmed,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
