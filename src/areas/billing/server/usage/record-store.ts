// Single usage records, always within a time range: it decides which partitions are read.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { UsageMetric } from '#lib/endpoint.ts';
import { conditionsOf, findEndpointIds } from './sum-store.ts';
import type { UsageFilter } from './usage-filter.ts';

export type RecordRow = {
  id: string;
  request_id: string;
  subscription_id: string | null;
  api_key_id: string | null;
  api_key_name: string | null;
  path: string;
  endpoint_group: string;
  method: string;
  status_code: number;
  response_time_ms: number;
  metric: UsageMetric;
  units: string;
  cost: string;
  ip_address: string | null;
  user_agent: string;
  created_at: Date;
};

export type RecordPage = {
  direction: 'asc' | 'desc';
  offset: number;
  limit: number;
  /** The page starts after this record. */
  behind?: Pick<RecordRow, 'created_at' | 'id'> | undefined;
};

export async function listRecords(
  db: Db,
  filter: UsageFilter,
  { direction, offset, limit, behind }: RecordPage,
): Promise<RecordRow[]> {
  const where = conditionsOf(filter, await findEndpointIds(db, filter));
  const order = sql.raw(direction);
  const further = behind
    ? sql`and (created_at, id) ${direction === 'asc' ? sql`>` : sql`<`}
        (${behind.created_at}, ${behind.id})`
    : sql``;
  // Names are joined to the rows of the page only, not to skipped rows.
  const { rows } = await sql<RecordRow>`
    select r.id, r.request_id, r.subscription_id, r.api_key_id, k.name as api_key_name, e.path,
      e.endpoint_group, e.method, r.status_code, r.response_time_ms, r.metric,
      trim_scale(r.units) as units, trim_scale(r.cost) as cost, host(r.ip_address) as ip_address,
      r.user_agent, r.created_at
    from (
      select * from usage_record
      where ${where} and created_at >= ${filter.from} and created_at < ${filter.to} ${further}
      order by created_at ${order}, id ${order} limit ${limit} offset ${offset}
    ) r
    join usage_endpoint e on e.id = r.endpoint_id
    left join api_key k on k.id = r.api_key_id
    order by r.created_at ${order}, r.id ${order}`.execute(db);
  return rows;
}

/** Names by key id, including keys that their owner deleted. */
export async function findKeyNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('api_key')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
