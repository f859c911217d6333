import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { PageRequest } from '#lib/pagination.ts';

export type HourlyUsage = {
  resourceId: string;
  hour: number;
  requests: number;
  successful: number;
  failed: number;
  blocked: number;
  latencyMs: number;
  bytes: number;
  usedAt: number;
};
export type HourlyBreakdown = {
  resourceId: string;
  hour: number;
  kind: string;
  label: string;
  count: number;
  bytes: number;
  /** Of `bytes`, those that went to the site. */
  sent: number;
};

const resourceExists = sql`exists (select from proxy_resource r where r.id = u.resource_id)`;

export async function addHourlyUsage(db: Db, sums: readonly HourlyUsage[]): Promise<void> {
  if (sums.length === 0) return;
  const list = (read: (sum: HourlyUsage) => number) => sums.map((sum) => Math.round(read(sum)));
  const ids = sums.map(({ resourceId }) => resourceId);
  await sql`
    insert into proxy_usage_hour as t
    select u.* from unnest(
      ${ids}::uuid[], ${sums.map(({ hour }) => new Date(hour))}::timestamptz[],
      ${list((sum) => sum.requests)}::bigint[], ${list((sum) => sum.successful)}::bigint[],
      ${list((sum) => sum.failed)}::bigint[], ${list((sum) => sum.blocked)}::bigint[],
      ${list((sum) => sum.latencyMs)}::bigint[], ${list((sum) => sum.bytes)}::bigint[]
    ) as u (resource_id, hour, requests, successful, failed, blocked, latency_ms_sum, bytes)
    where ${resourceExists} order by u.resource_id, u.hour
    on conflict (resource_id, hour) do update set
      requests = t.requests + excluded.requests,
      successful = t.successful + excluded.successful,
      failed = t.failed + excluded.failed,
      blocked = t.blocked + excluded.blocked,
      latency_ms_sum = t.latency_ms_sum + excluded.latency_ms_sum,
      bytes = t.bytes + excluded.bytes`.execute(db);
  await sql`
    update proxy_resource r set
      requests_total = r.requests_total + u.requests,
      requests_successful = r.requests_successful + u.successful,
      last_used_at = greatest(r.last_used_at, u.used_at)
    from (
      select id, sum(requests) as requests, sum(successful) as successful, max(used_at) as used_at
      from unnest(
        ${ids}::uuid[], ${list((sum) => sum.requests)}::bigint[],
        ${list((sum) => sum.successful)}::bigint[],
        ${sums.map(({ usedAt }) => new Date(usedAt))}::timestamptz[]
      ) as s (id, requests, successful, used_at) group by id
    ) u where u.id = r.id`.execute(db);
}

export async function addHourlyBreakdowns(
  db: Db,
  parts: readonly HourlyBreakdown[],
): Promise<void> {
  if (parts.length === 0) return;
  await sql`
    insert into proxy_usage_breakdown as t
    select u.* from unnest(
      ${parts.map(({ resourceId }) => resourceId)}::uuid[],
      ${parts.map(({ hour }) => new Date(hour))}::timestamptz[],
      ${parts.map(({ kind }) => kind)}::text[], ${parts.map(({ label }) => label)}::text[],
      ${parts.map(({ count }) => count)}::bigint[], ${parts.map(({ bytes }) => bytes)}::bigint[],
      ${parts.map(({ sent }) => sent)}::bigint[]
    ) as u (resource_id, hour, kind, label, count, bytes, bytes_sent)
    where ${resourceExists} order by u.resource_id, u.hour, u.kind, u.label
    on conflict (resource_id, hour, kind, label) do update set
      count = t.count + excluded.count, bytes = t.bytes + excluded.bytes,
      bytes_sent = t.bytes_sent + excluded.bytes_sent`.execute(db);
}

export type HourRow = {
  x: Date;
  requests: bigint;
  successful: bigint;
  failed: bigint;
  blocked: bigint;
  latency_ms_sum: bigint;
  bytes: bigint;
};

export async function readSeries(
  db: Db,
  resourceId: string,
  { from, to, unit }: { from: Date; to: Date; unit: 'hour' | 'day' },
): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select date_trunc(${unit}, hour, 'UTC') as x, sum(requests)::bigint as requests,
      sum(successful)::bigint as successful, sum(failed)::bigint as failed,
      sum(blocked)::bigint as blocked, sum(latency_ms_sum)::bigint as latency_ms_sum,
      sum(bytes)::bigint as bytes
    from proxy_usage_hour where resource_id = ${resourceId} and hour >= ${from} and hour < ${to}
    group by 1 order by 1`.execute(db);
  return rows;
}

export type BreakdownRow = {
  kind: string;
  label: string;
  count: bigint;
  bytes: bigint;
  /** Null when a part of them was not counted by direction. */
  bytes_sent: bigint | null;
};

const breakdownSums = sql`sum(count)::bigint as count, sum(bytes)::bigint as bytes,
  case when bool_and(bytes_sent is not null) then sum(bytes_sent)::bigint end as bytes_sent`;

/** Sums of the period by kind and label, the most requests first. */
export async function readBreakdowns(
  db: Db,
  resourceId: string,
  { from, to }: { from: Date; to: Date },
): Promise<BreakdownRow[]> {
  const { rows } = await sql<BreakdownRow>`
    select kind, label, ${breakdownSums}
    from proxy_usage_breakdown
    where resource_id = ${resourceId} and hour >= ${from} and hour < ${to}
    group by 1, 2 order by count desc, bytes desc, kind, label`.execute(db);
  return rows;
}

/** Sums by day in UTC, API key and sub-user, newest first. */
export async function listTrafficByDay(
  db: Db,
  resourceId: string,
  { from, to }: { from: Date; to: Date },
  { pageSize, offset }: Pick<PageRequest, 'pageSize' | 'offset'>,
): Promise<{ rows: (BreakdownRow & { day: string })[]; count: number }> {
  const { rows } = await sql<BreakdownRow & { day: string; groups: bigint }>`
    select *, count(*) over () as groups from (
      select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, kind, label, ${breakdownSums}
      from proxy_usage_breakdown
      where resource_id = ${resourceId} and kind in ('key', 'user')
        and hour >= ${from} and hour < ${to}
      group by 1, 2, 3
    ) t order by day desc, count desc, bytes desc, kind, label
    limit ${pageSize} offset ${offset}`.execute(db);
  return { rows, count: Number(rows[0]?.groups ?? 0) };
}

/** Blocks of the resource's proxies, manual ones included. */
export async function countBlocks(db: Db, resourceId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('proxy_usage_breakdown')
    .select(({ fn }) => fn.sum<bigint | null>('count').as('count'))
    .where('resource_id', '=', resourceId)
    .where('kind', '=', 'block')
    .where('hour', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
}

export async function countProxiesUsed(db: Db, resourceId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('proxy_health')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('resource_id', '=', resourceId)
    .where('last_used_at', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** `host:port` by id, of proxies that still exist. */
export async function findProxyAddresses(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('proxy')
    .select(['id', 'host', 'port'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, host, port }) => [id, `${host}:${port}`]));
}

export async function deleteHoursBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('proxy_usage_hour').where('hour', '<', before).execute();
  await db.deleteFrom('proxy_usage_breakdown').where('hour', '<', before).execute();
}
