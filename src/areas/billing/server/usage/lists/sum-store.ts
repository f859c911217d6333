// From hourly and daily sums; records are read only for partial hours at the ends.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { countedRequests, isCall, recordRows, sessionKey } from './request-count-store.ts';
import type { TimeRange, UsageFilter } from './usage-filter.ts';
import { type SegmentOptions, splitSegments, type UsageSegments } from './usage-segments.ts';

/** `hour` is 2026-11-21T14:00, `day` 2026-11-21, in UTC; `time` the index in `starts`, from 1. */
export type SumKey =
  | 'hour'
  | 'day'
  | 'time'
  | 'endpoint'
  | 'endpoint_group'
  | 'api_key'
  | 'status'
  | 'status_class'
  | 'metric'
  | 'error_code';

export type UsageSum = {
  /** In the order of the keys; `api_key` is empty for a session. */
  keys: string[];
  requests: number;
  /** Of the requests, those that count towards request quotas. */
  counted: number;
  /** Over all metrics that match: filter by one metric for a meaningful value. */
  units: string;
  cost: string;
  errors: number;
  /** Total over all requests. */
  responseTimeMs: number;
};

function keyExpression(key: SumKey, starts: readonly Date[]): RawBuilder<string> {
  switch (key) {
    case 'hour':
      return sql`to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')`;
    case 'day':
      return sql`to_char(hour at time zone 'UTC', 'YYYY-MM-DD')`;
    case 'time':
      return sql`width_bucket(hour, ${[...starts]}::timestamptz[])::text`;
    case 'endpoint':
      return sql`btrim(method || ' ' || path)`;
    case 'endpoint_group':
      return sql`endpoint_group`;
    case 'api_key':
      return sql`coalesce(nullif(api_key_id, ${sql.lit(sessionKey)})::text, '')`;
    case 'status':
      return sql`status_code::text`;
    case 'status_class':
      return sql`(status_code / 100)::text`;
    case 'metric':
      return sql`metric`;
    case 'error_code':
      return sql`error_code`;
  }
}

/** Conditions that apply to records, hours and days. */
export function buildConditions(
  filter: UsageFilter,
  endpointIds: number[] | null,
): RawBuilder<unknown> {
  const conditions = [sql`account_id = ${filter.accountId}`];
  if (endpointIds) conditions.push(sql`endpoint_id = any(${endpointIds}::smallint[])`);
  if (filter.keyId) conditions.push(sql`api_key_id = ${filter.keyId}`);
  // Each call counts as a request, whatever else it counts.
  if (filter.metric === 'request') conditions.push(isCall);
  else if (filter.metric) conditions.push(sql`metric = ${filter.metric}`);
  if (filter.errorCode) conditions.push(sql`error_code = ${filter.errorCode}`);
  if (filter.statusCode) conditions.push(sql`status_code = ${filter.statusCode}`);
  if (filter.statusClass) {
    const from = filter.statusClass * 100;
    conditions.push(sql`status_code between ${from} and ${from + 99}`);
  }
  return sql.join(conditions, sql` and `);
}

/** Null if the filter does not restrict endpoints. */
export async function findEndpointIds(db: Db, filter: UsageFilter): Promise<number[] | null> {
  const { group, path, method } = filter;
  if (group === undefined && path === undefined && method === undefined) return null;
  let query = db.selectFrom('usage_endpoint').select('id');
  if (group !== undefined) query = query.where('endpoint_group', '=', group);
  if (path !== undefined) query = query.where('path', '=', path);
  if (method !== undefined) query = query.where('method', '=', method);
  return (await query.execute()).map(({ id }) => id);
}

/** The column that a key is derived from. */
const sumColumns: Record<SumKey, string> = {
  hour: 'hour',
  day: 'hour',
  time: 'hour',
  endpoint: 'endpoint_id',
  endpoint_group: 'endpoint_id',
  api_key: 'api_key_id',
  status: 'status_code',
  status_class: 'status_code',
  metric: 'metric',
  error_code: 'error_code',
};

type Source = {
  rows: RawBuilder<unknown>;
  /** Column of its time. */
  column: string;
  at: RawBuilder<unknown>;
  /** Its sums are subtracted. */
  isNegative?: boolean;
};
const hourSource: Source = {
  rows: sql`usage_hour`,
  column: 'hour',
  at: sql`hour`,
};
/** The only sums by error code: calls that failed are few, so days of them are not worth having. */
const errorHourSource: Source = { ...hourSource, rows: sql`usage_error_hour` };
/** Noon UTC falls on the same date in nearly every time zone. */
const daySource: Source = {
  rows: sql`usage_day`,
  column: 'day',
  at: sql`((day + time '12:00') at time zone 'UTC')`,
};
/** Hours that belong to another bucket are subtracted from the bucket of their day. */
const shiftedSource: Source = {
  ...hourSource,
  at: sql`(date_trunc('day', hour, 'UTC') + interval '12 hours')`,
  isNegative: true,
};
const recordSource: Source = {
  rows: recordRows,
  column: 'created_at',
  at: sql`date_trunc('hour', created_at, 'UTC')`,
};

/** Sums of one table by raw columns; expressions for display are evaluated on the result only. */
function selectPart(
  { at, isNegative }: Source,
  columns: readonly string[],
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const sign = isNegative ? sql`-` : sql``;
  const selected = columns.map((name) => (name === 'hour' ? sql`${at} as hour` : sql.ref(name)));
  const group = columns.map((_, index) => sql.lit(index + 1));
  return sql`select ${sql.join([
    ...selected,
    sql`${sign}sum(requests)::bigint as requests`,
    sql`${sign}sum(${countedRequests})::bigint as counted`,
    sql`${sign}sum(units) as units`,
    sql`${sign}sum(cost) as cost`,
    sql`${sign}sum(case when status_code >= 400 then requests else 0 end)::bigint as errors`,
    sql`${sign}sum(response_time_ms)::bigint as ms`,
  ])} from ${rows}
    ${group.length > 0 ? sql`group by ${sql.join(group)}` : sql``}`;
}

const instant = (at: RawBuilder<unknown>) => sql`${at}::timestamptz`;
const date = (at: RawBuilder<unknown>) => sql`(${at}::timestamptz at time zone 'UTC')::date`;

/** `offset 0`: one index look-up per range, where the planner would scan the account for each. */
function rowsWithin(
  source: Source,
  ranges: readonly TimeRange[],
  where: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const column = sql.ref(source.column);
  const cast = source === daySource ? date : instant;
  const [only, ...others] = ranges;
  if (only && others.length === 0)
    return sql`${source.rows} where ${where} and ${column} >= ${cast(sql`${only.from}`)}
      and ${column} < ${cast(sql`${only.to}`)}`;
  const times = (of: readonly Date[]) => sql`${[...of]}::timestamptz[]`;
  return sql`unnest(${times(ranges.map(({ from }) => from))}, ${times(ranges.map(({ to }) => to))})
      as span(span_from, span_to),
    lateral (select * from ${source.rows} where ${where}
      and ${column} >= ${cast(sql`span_from`)} and ${column} < ${cast(sql`span_to`)} offset 0
    ) as part`;
}

/** Each source for its part of the range: whole days, whole hours, partial hours. */
const selectParts = (
  { days, hours, shifted, edges }: UsageSegments,
  columns: readonly string[],
  where: RawBuilder<unknown>,
  hourly: Source,
): RawBuilder<unknown>[] =>
  (
    [
      [daySource, days],
      [hourly, [...hours, ...shifted]],
      [shiftedSource, shifted],
      [recordSource, edges],
    ] as const
  )
    .filter(([source, ranges]) => ranges.length > 0 || source === hourly)
    .map(([source, ranges]) => selectPart(source, columns, rowsWithin(source, ranges, where)));

/**
 * Sums by `keys`, in their order. `starts` are the buckets of the key `time`. `hoursSince` and
 * `daysUntil` are starts of UTC days: before `hoursSince` only daily sums are used, of any age (by
 * default the last 90 days are available); up to `daysUntil` daily sums replace hourly ones, a
 * twentieth of the rows, without hours as a key.
 */
export async function sumUsage(
  db: Db,
  filter: UsageFilter,
  keys: readonly SumKey[],
  options: SegmentOptions = {},
): Promise<UsageSum[]> {
  const { starts = [] } = options;
  const columns = [...new Set(keys.map((key) => sumColumns[key]))];
  const conditions = buildConditions(filter, await findEndpointIds(db, filter));
  const isOfErrors = filter.errorCode !== undefined || keys.includes('error_code');
  const where = isOfErrors ? sql`${conditions} and error_code is not null` : conditions;
  const parts = isOfErrors
    ? selectParts(splitSegments(filter, { starts }), columns, where, errorHourSource)
    : selectParts(splitSegments(filter, options), columns, where, hourSource);
  const names = keys.map((key) => keyExpression(key, starts));
  const group = names.length > 0 ? sql`group by 1 order by 1` : sql``;
  const endpoints = columns.includes('endpoint_id')
    ? sql`join usage_endpoint on usage_endpoint.id = endpoint_id`
    : sql``;
  const { rows } = await sql<{
    keys: string[];
    requests: string | null;
    counted: string | null;
    units: string | null;
    cost: string | null;
    errors: string | null;
    ms: string | null;
  }>`
    select array[${sql.join(names)}]::text[] as keys, sum(requests) as requests,
      sum(counted) as counted, trim_scale(sum(units)) as units, trim_scale(sum(cost)) as cost,
      sum(errors) as errors, sum(ms) as ms
    from (${sql.join(parts, sql` union all `)}) as part ${endpoints} ${group}`.execute(db);
  return rows.map((row) => ({
    keys: row.keys,
    requests: Number(row.requests ?? 0),
    counted: Number(row.counted ?? 0),
    units: row.units ?? '0',
    cost: row.cost ?? '0',
    errors: Number(row.errors ?? 0),
    responseTimeMs: Number(row.ms ?? 0),
  }));
}

/** Metered requests of all accounts since a time, and how many of them failed with a 5xx status. */
export async function sumAllUsage(db: Db, since: Date) {
  const { rows } = await sql<{ requests: string; errors: string }>`
    select coalesce(sum(requests), 0) as requests,
      coalesce(sum(requests) filter (where status_code >= 500), 0) as errors
    from usage_hour where hour >= ${since}`.execute(db);
  return { requests: Number(rows[0]?.requests ?? 0), errors: Number(rows[0]?.errors ?? 0) };
}
