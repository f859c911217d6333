// Single usage records, always within a time range: it decides which partitions are read.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import { buildConditions, findEndpointIds } from './sum-store.ts';
import type { TimeRange, UsageFilter } from './usage-filter.ts';

export type RecordRow = {
  id: string;
  request_id: string;
  subscription_id: string | null;
  api_key_id: string | null;
  api_key_name: string | null;
  path: string;
  unknown_path: string | null;
  endpoint_group: string;
  method: string;
  status_code: number;
  error_code: string | null;
  error_message: string | null;
  response_time_ms: number;
  request_bytes: number | null;
  response_bytes: number | null;
  metric: UsageMetric;
  units: string;
  cost: string;
  is_free: boolean;
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
  const where = buildConditions(filter, await findEndpointIds(db, filter));
  const order = sql.raw(direction);
  const ofRequest = filter.requestId ? sql`and request_id = ${filter.requestId}` : sql``;
  const further = behind
    ? sql`and (created_at, id) ${direction === 'asc' ? sql`>` : sql`<`}
        (${behind.created_at}, ${behind.id})`
    : sql``;
  // Names are joined to the rows of the page only, not to skipped rows.
  const { rows } = await sql<RecordRow>`
    select r.id, r.request_id, r.subscription_id, r.api_key_id, k.name as api_key_name, e.path,
      r.unknown_path, e.endpoint_group, e.method, r.status_code, r.error_code, r.error_message,
      r.response_time_ms, r.request_bytes, r.response_bytes, r.metric,
      trim_scale(r.units) as units, trim_scale(r.cost) as cost, r.is_free,
      host(r.ip_address) as ip_address, r.user_agent, r.created_at
    from (
      select * from usage_record
      where ${where} and created_at >= ${filter.from} and created_at < ${filter.to}
        ${ofRequest} ${further}
      order by created_at ${order}, id ${order} limit ${limit} offset ${offset}
    ) r
    join usage_endpoint e on e.id = r.endpoint_id
    left join api_key k on k.id = r.api_key_id
    order by r.created_at ${order}, r.id ${order}`.execute(db);
  return rows;
}

/** The account that made the request, if it was within the time. */
export async function findAccountOfRequest(
  db: Db,
  requestId: string,
  { from, to }: TimeRange,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('usage_record')
    .select('account_id')
    .where('request_id', '=', requestId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .executeTakeFirst();
  return row?.account_id;
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
