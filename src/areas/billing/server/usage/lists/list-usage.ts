// Lists usage: which records make up a page, and their summary.

import type { z } from 'zod';
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';
import type { listSubscriptionUsage, UsagePeriod } from '../../../wire/usage.ts';
import { findSummedUntil } from '../metering/partition-store.ts';
import { findAccountOfRequest, listRecords, type RecordRow } from './record-store.ts';
import { sumUsage, type UsageSum } from './sum-store.ts';
import {
  ceilHour,
  floorHour,
  hourAfter,
  type TimeRange,
  type UsageFilter,
} from './usage-filter.ts';

export type UsageQuery = z.output<(typeof listSubscriptionUsage)['query']>;
/** The account, and the period of the subscription if it is one subscription's usage. */
export type UsageScope = { accountId: number; within?: { from: Date; to: Date | null } };

const periodMs: Record<UsagePeriod, number> = {
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '90d': 90 * dayMs,
};
/** Retention of usage records. */
export const retentionDays = 90;

/** Periods start at a full hour, so that hourly sums are sufficient. */
export function toUsageFilter(scope: UsageScope, query: UsageQuery, now: Date): UsageFilter {
  const oldest = new Date(floorHour(now).getTime() - retentionDays * dayMs);
  const hasTime = query.created_after !== undefined || query.created_before !== undefined;
  const period = query.period ?? (hasTime || query.request_id ? '90d' : '30d');
  const starts = [
    new Date(floorHour(now).getTime() - periodMs[period]),
    oldest,
    query.created_after ? new Date(query.created_after) : oldest,
    scope.within?.from ?? oldest,
  ];
  const ends = [hourAfter(ceilHour(now))];
  if (query.created_before) ends.push(new Date(query.created_before));
  if (scope.within?.to) ends.push(scope.within.to);
  return {
    accountId: scope.accountId,
    from: new Date(Math.max(...starts.map(Number))),
    to: new Date(Math.min(...ends.map(Number))),
    keyId: query.api_key,
    group: query.endpoint_group,
    path: query.endpoint,
    method: query.method,
    statusCode: query.status_code,
    statusClass: query.status_class,
    metric: query.metric,
    errorCode: query.error_code,
    requestId: query.request_id,
  };
}

export const readDirection = (ordering: string | undefined): 'asc' | 'desc' =>
  readOrdering(ordering, { created_at: 'created_at' }, '-created_at')[0]?.direction ?? 'desc';

type TimeSum = Pick<UsageSum, 'keys' | 'requests'>;

/** The days or hours of the page, and its offset there: a late page reads only its own. */
export function rangeOfPage(
  sums: readonly TimeSum[],
  { offset, pageSize }: Pick<PageRequest, 'offset' | 'pageSize'>,
  direction: 'asc' | 'desc',
  stepMs: number,
): (TimeRange & { offset: number }) | null {
  const ordered = direction === 'asc' ? sums : sums.toReversed();
  let before = 0;
  let first: { at: Date; offset: number } | undefined;
  let last: Date | undefined;
  for (const { keys, requests } of ordered) {
    const at = parseTime(keys[0]!);
    if (before + requests > offset) {
      first ??= { at, offset: offset - before };
      last = at;
    }
    before += requests;
    if (before >= offset + pageSize) break;
  }
  if (!first || !last) return null;
  const [from, until] = direction === 'asc' ? [first.at, last] : [last, first.at];
  return { from, to: new Date(until.getTime() + stepMs), offset: first.offset };
}

/** Of a day like 2026-11-21 or an hour like 2026-11-21T14:00, both in UTC. */
const parseTime = (time: string): Date => new Date(time.includes('T') ? `${time}Z` : time);

export type UsageList = { rows: RecordRow[]; count: number; sums: UsageSum[] };

/** `sums` are by day, oldest first. */
export async function listUsage(
  db: Db,
  filter: UsageFilter,
  page: PageRequest,
  direction: 'asc' | 'desc',
): Promise<UsageList> {
  const { requestId } = filter;
  if (requestId !== undefined) return listRequest(db, { ...filter, requestId }, page);
  const sums = await sumUsage(db, filter, ['day'], { daysUntil: await findSummedUntil(db) });
  const count = sums.reduce((sum, { requests }) => sum + requests, 0);
  const days = rangeOfPage(sums, page, direction, dayMs);
  const hourSums = days ? await sumUsage(db, narrow(filter, days), ['hour']) : [];
  const inDays = { offset: days?.offset ?? 0, pageSize: page.pageSize };
  const hours = rangeOfPage(hourSums, inDays, direction, hourMs);
  if (!hours) return { rows: [], count, sums };
  const options = { direction, offset: hours.offset, limit: page.pageSize };
  return { rows: await listRecords(db, narrow(filter, hours), options), count, sums };
}

const narrow = (filter: UsageFilter, { from, to }: TimeRange): UsageFilter => ({
  ...filter,
  from: new Date(Math.max(+from, +filter.from)),
  to: new Date(Math.min(+to, +filter.to)),
});

/** Of a UUID of version 7. */
const readTime = (id: string) => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Until a call that streams has ended, and its record is written. */
const callMsMax = dayMs;
/** The ids of other processes. */
const clockSkewMs = minuteMs;

/** The times to look for a request in, the likely one first: ids of calls contain their time. */
function narrowRange(requestId: string, range: TimeRange): TimeRange[] {
  if (!uuidV7.test(requestId)) return [range];
  const ms = readTime(requestId).getTime();
  const from = Math.max(ms - clockSkewMs, range.from.getTime());
  const to = Math.min(ms + callMsMax, range.to.getTime());
  return from < to ? [{ from: new Date(from), to: new Date(to) }, range] : [range];
}

/** A list of one record, or of none. */
async function listRequest(
  db: Db,
  filter: UsageFilter & { requestId: string },
  page: PageRequest,
): Promise<UsageList> {
  const options = { direction: 'desc' as const, offset: 0, limit: 1 };
  let rows: RecordRow[] = [];
  for (const time of narrowRange(filter.requestId, filter)) {
    rows = await listRecords(db, { ...filter, ...time }, options);
    if (rows.length > 0) break;
  }
  return { rows: rows.slice(page.offset), count: rows.length, sums: rows.map(toSum) };
}

const toSum = (row: RecordRow): UsageSum => ({
  keys: [],
  requests: 1,
  counted: row.path !== '' && row.status_code < 500 && !row.is_free ? 1 : 0,
  units: row.units,
  cost: row.cost,
  errors: row.status_code >= 400 ? 1 : 0,
  responseTimeMs: row.response_time_ms,
});

/** A call and the account that made it. */
export type CallOfAccount = { accountId: number; row: RecordRow };

/** As people call it: the method, the path, and how it ended. */
export const nameOfCall = ({ row }: CallOfAccount): string =>
  [`${row.method} ${row.unknown_path ?? row.path},`, row.status_code, row.error_code ?? '']
    .join(' ')
    .trim();

/** For staff: the call with this request id, of any account. */
export async function findCall(
  db: Db,
  requestId: string,
  now: Date,
): Promise<CallOfAccount | undefined> {
  const all = { from: new Date(now.getTime() - retentionDays * dayMs), to: hourAfter(now) };
  for (const time of narrowRange(requestId, all)) {
    const accountId = await findAccountOfRequest(db, requestId, time);
    if (accountId === undefined) continue;
    const options = { direction: 'desc' as const, offset: 0, limit: 1 };
    const [row] = await listRecords(db, { accountId, requestId, ...time }, options);
    if (row) return { accountId, row };
  }
  return undefined;
}

/** Throws `not_found`. The id contains the time of the record. */
export async function findUsage(
  db: Db,
  { accountId, within }: UsageScope,
  id: string,
): Promise<RecordRow> {
  const from = readTime(id);
  const isWithin = !within || (within.from <= from && (!within.to || from < within.to));
  if (!uuidV7.test(id) || !isWithin) throw apiError(commonErrors.notFound);
  const to = new Date(from.getTime() + 1);
  const options = { direction: 'asc' as const, offset: 0, limit: 1000 };
  const rows = await listRecords(db, { accountId, from, to }, options);
  const found = rows.find((row) => row.id === id.toLowerCase());
  if (!found) throw apiError(commonErrors.notFound);
  return found;
}
