// Stores metered events as records, sums and counters, in one statement.
import { sql } from 'kysely';
import type { Tx } from '#kernel/database/database.ts';
import type { Work } from '#kernel/database/work.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import type { Span } from '../admission/allowances.ts';
import type { CounterRow, KeyCounterRow } from './counter-store.ts';
import type { UsageEvent } from './usage-events.ts';

/** An event with known plan and endpoint. */
export type StoredEvent = UsageEvent & { plan: NonNullable<UsageEvent['plan']> };

// Sums are built from the inserted records, so a request that is sent twice counts once. Rows are
// updated in a fixed order, so that concurrent flushes cannot deadlock.
const flushStatement = `
with flush as (
  insert into usage_flush (id, flushed_at) values ($1, $2) on conflict do nothing returning id
), event as (
  select x.*, timestamptz 'epoch' + created_ms * interval '1 ms' as created_at,
    timestamptz 'epoch' + month_ms * interval '1 ms' as month_start
  from flush, unnest($3::uuid[], $4::uuid[], $5::int[], $6::uuid[], $7::uuid[],
    $8::smallint[], $9::smallint[], $10::int[], $11::text[], $12::numeric[], $13::numeric[],
    $14::inet[], $15::text[], $16::bigint[], $17::bigint[], $18::boolean[], $19::boolean[],
    $20::text[], $21::text[], $22::int[], $23::int[], $24::text[]
  ) x(id, request_id, account_id, subscription_id, api_key_id, endpoint_id, status_code,
    response_time_ms, metric, units, cost, ip_address, user_agent, created_ms, month_ms,
    is_request, is_free, error_code, error_message, request_bytes, response_bytes, unknown_path)
), written as (
  insert into usage_record (id, request_id, account_id, subscription_id, api_key_id, endpoint_id,
    status_code, response_time_ms, metric, units, cost, ip_address, user_agent, created_at, is_free,
    error_code, error_message, request_bytes, response_bytes, unknown_path)
  select id, request_id, account_id, subscription_id, api_key_id, endpoint_id,
    status_code, response_time_ms, metric, units, cost, ip_address, user_agent, created_at, is_free,
    error_code, error_message, request_bytes, response_bytes, unknown_path
  from event
  on conflict do nothing
  returning id, request_id, created_at
), sum as (
  select e.account_id, date_trunc('hour', e.created_at, 'UTC') as hour, e.endpoint_id,
    e.status_code, e.metric,
    coalesce(e.api_key_id, '00000000-0000-0000-0000-000000000000') as api_key_id,
    e.month_start, e.is_request, e.error_code, count(*) as requests,
    count(*) filter (where e.is_free) as free, sum(e.units) as units, sum(e.cost) as cost,
    sum(e.response_time_ms) as response_time_ms
  from written w join event e on e.id = w.id
  group by e.account_id, hour, e.endpoint_id, e.status_code, e.metric, e.api_key_id,
    e.month_start, e.is_request, e.error_code
), hourly as (
  insert into usage_hour as h (account_id, hour, endpoint_id, status_code, metric, api_key_id,
    requests, free, units, cost, response_time_ms)
  select account_id, hour, endpoint_id, status_code, metric, api_key_id,
    sum(requests), sum(free), sum(units), sum(cost), sum(response_time_ms)
  from sum
  group by account_id, hour, endpoint_id, status_code, metric, api_key_id
  order by account_id, hour, endpoint_id, status_code, metric, api_key_id
  on conflict (account_id, hour, endpoint_id, status_code, metric, api_key_id) do update set
    requests = h.requests + excluded.requests,
    free = h.free + excluded.free,
    units = h.units + excluded.units,
    cost = h.cost + excluded.cost,
    response_time_ms = h.response_time_ms + excluded.response_time_ms
), failed as (
  insert into usage_error_hour as h (account_id, hour, error_code, endpoint_id, status_code,
    metric, api_key_id, requests, free, units, cost, response_time_ms)
  select account_id, hour, error_code, endpoint_id, status_code, metric, api_key_id,
    sum(requests), sum(free), sum(units), sum(cost), sum(response_time_ms)
  from sum where error_code is not null
  group by account_id, hour, error_code, endpoint_id, status_code, metric, api_key_id
  order by account_id, hour, error_code, endpoint_id, status_code, metric, api_key_id
  on conflict (account_id, hour, error_code, endpoint_id, status_code, metric, api_key_id)
  do update set
    requests = h.requests + excluded.requests,
    free = h.free + excluded.free,
    units = h.units + excluded.units,
    cost = h.cost + excluded.cost,
    response_time_ms = h.response_time_ms + excluded.response_time_ms
), late as (
  insert into usage_late_day (day, recorded_at)
  select distinct (created_at at time zone 'UTC')::date as day, $2::timestamptz from written
  where created_at < date_trunc('day', $2::timestamptz, 'UTC')
  order by day
  on conflict (day) do update set recorded_at = excluded.recorded_at
), settled as (
  delete from usage_reservation r using written w where r.request_id = w.request_id
  returning r.account_id, r.metric, r.starts_at, r.units
), change as (
  select account_id, 'request' as metric, span,
    case span when 'month' then month_start else date_trunc(span, hour, 'UTC') end as starts_at,
    requests as units
  from sum, unnest(array['hour', 'day', 'month']) span where is_request
  union all
  select account_id, metric, 'month', month_start, units from sum where metric <> 'request'
  union all
  select account_id, metric, 'month', starts_at, -units from settled
), counter as (
  insert into usage_counter as c (account_id, metric, span, starts_at, used)
  select account_id, metric, span, starts_at, sum(units) from change
  group by account_id, metric, span, starts_at
  order by account_id, metric, span, starts_at
  on conflict (account_id, metric, span, starts_at) do update
    set used = greatest(0, c.used + excluded.used)
  returning account_id, metric, span, (extract(epoch from starts_at) * 1000)::bigint as starts_at,
    used
), key_counter as (
  insert into usage_key_counter as c (account_id, lineage_id, starts_at, requests, cost)
  select s.account_id, k.lineage_id, s.month_start,
    coalesce(sum(s.requests) filter (where s.is_request), 0), sum(s.cost)
  from sum s join api_key k on k.id = s.api_key_id and k.account_id = s.account_id
  where s.is_request or s.cost > 0
  group by s.account_id, k.lineage_id, s.month_start
  order by s.account_id, k.lineage_id, s.month_start
  on conflict (account_id, lineage_id, starts_at) do update set
    requests = c.requests + excluded.requests,
    cost = c.cost + excluded.cost
  returning account_id, lineage_id, (extract(epoch from starts_at) * 1000)::bigint as starts_at,
    requests, cost
), key_use as (
  select e.api_key_id as key_id, k.account_id, e.created_at, e.ip_address
  from written w join event e on e.id = w.id join api_key k on k.id = e.api_key_id
), key_total as (
  insert into api_key_usage as t (key_id, requests, last_used_at, last_used_ip)
  select key_id, count(*), max(created_at), (array_agg(ip_address order by created_at desc))[1]
  from key_use group by key_id order by key_id
  on conflict (key_id) do update set
    requests = t.requests + excluded.requests,
    last_used_at = greatest(t.last_used_at, excluded.last_used_at),
    last_used_ip = case when excluded.last_used_at >= t.last_used_at
      then coalesce(excluded.last_used_ip, t.last_used_ip) else t.last_used_ip end
  -- A row that was inserted, and not updated, has no xmax.
  returning key_id, xmax = 0 as is_first
), key_day as (
  insert into api_key_usage_day as t (key_id, day, requests)
  select key_id, (created_at at time zone 'UTC')::date, count(*) from key_use
  group by 1, 2 order by 1, 2
  on conflict (key_id, day) do update set requests = t.requests + excluded.requests
)
select
  (select coalesce(json_agg(json_build_array(account_id, metric, span, starts_at, used)), '[]')
    from counter) as counters,
  (select coalesce(json_agg(json_build_array(account_id, lineage_id, starts_at, requests, cost)),
    '[]') from key_counter) as keys,
  (select coalesce(json_agg(distinct jsonb_build_object('accountId', u.account_id,
    'keyId', u.key_id)), '[]')
    from key_total t join key_use u on u.key_id = t.key_id where t.is_first) as first_uses`;

type CounterTuple = [accountId: number, metric: UsageMetric, span: Span, at: number, used: number];
type KeyTuple = [accountId: number, lineageId: string, at: number, requests: number, cost: number];

/** As stored, with what other processes counted. */
export type FlushedCounters = { counters: CounterRow[]; keys: KeyCounterRow[] };
/** A key that had not been used before. */
export type FirstUse = { accountId: number; keyId: string };
export type Flushed = FlushedCounters & { firstUses: FirstUse[] };

/** Returns the counters of all processes; none if this flush is already stored. */
export async function storeFlush(
  work: Pick<Work, 'query'>,
  flushId: string,
  now: Date,
  events: readonly StoredEvent[],
): Promise<Flushed> {
  // Arrays as text: letting pg write them element by element costs more than the rest of metering.
  const column = (read: (event: StoredEvent) => string | number | boolean | null) =>
    `{${events.map((event) => read(event) ?? 'NULL').join(',')}}`;
  type Row = { counters: CounterTuple[]; keys: KeyTuple[]; first_uses: FirstUse[] };
  const [row] = await work.query<Row>(flushStatement, [
    flushId,
    now,
    column((one) => one.id),
    column((one) => one.requestId),
    column((one) => one.accountId),
    column((one) => one.plan.subscriptionId),
    column((one) => one.keyId),
    column((one) => one.endpointId),
    column((one) => one.status),
    column((one) => one.elapsedMs),
    column((one) => one.metric),
    column((one) => one.units),
    column((one) => one.cost),
    column((one) => one.ip),
    events.map(({ userAgent }) => userAgent),
    column((one) => one.at.getTime()),
    column((one) => one.plan.monthStart.getTime()),
    column((one) => one.isRequest),
    column((one) => one.isFree),
    column((one) => one.errorCode),
    column((one) => quote(one.errorMessage)),
    column((one) => one.requestBytes),
    column((one) => one.responseBytes),
    column((one) => quote(one.unknownPath)),
  ]);
  const counters = (row?.counters ?? []).map(([accountId, metric, span, at, used]) => {
    return { accountId, metric, span, startsAt: new Date(at), used };
  });
  const keys = (row?.keys ?? []).map(([accountId, lineageId, at, requests, cost]) => {
    return { accountId, lineageId, startsAt: new Date(at), requests, cost };
  });
  return { counters, keys, firstUses: row?.first_uses ?? [] };
}

const quote = (text: string | null) => text && `"${text.replace(/["\\]/g, '\\$&')}"`;

/** The endpoint's id, assigned when it is first seen. */
export async function findEndpointId(
  tx: Tx,
  { method, path, group }: Pick<UsageEvent, 'method' | 'path' | 'group'>,
): Promise<number> {
  await sql`
    insert into usage_endpoint (method, path, endpoint_group)
    select ${method}, ${path}, ${group}
    where not exists (select from usage_endpoint where method = ${method} and path = ${path})
    on conflict do nothing`.execute(tx);
  const { id } = await tx
    .selectFrom('usage_endpoint')
    .select('id')
    .where('method', '=', method)
    .where('path', '=', path)
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteOldFlushes(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('usage_flush').where('flushed_at', '<', before).execute();
}
