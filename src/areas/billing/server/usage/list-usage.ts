// Usage as it is listed: which records of which hours make up a page, and what they sum up to.
import type { z } from 'zod';
import { commonErrors } from '#lib/endpoint.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';
import { fail } from '#server/http/errors.ts';
import type { Kernel } from '#server/kernel.ts';
import type { listSubscriptionUsage, UsagePeriod } from '../../usage-contract.ts';
import { listRecords, type RecordRow } from './record-store.ts';
import { sumUsage, type UsageSum } from './sum-store.ts';
import {
  ceilHour,
  floorHour,
  hourAfter,
  type TimeRange,
  type UsageFilter,
} from './usage-filter.ts';

export type UsageQuery = z.output<(typeof listSubscriptionUsage)['query']>;
/** Whose, and since when at the earliest. */
export type UsageScope = { accountId: number; within?: { from: Date; to: Date | null } };

const dayMs = 86_400_000;
const periodMs: Record<UsagePeriod, number> = {
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '90d': 90 * dayMs,
};
/** Records are dropped then. */
export const keptDays = 90;

/** Periods begin at a full hour, so that hours alone answer for them. */
export function filterOf(scope: UsageScope, query: UsageQuery, now: Date): UsageFilter {
  const oldest = new Date(floorHour(now).getTime() - keptDays * dayMs);
  const hasTime = query.created_after !== undefined || query.created_before !== undefined;
  const period = query.period ?? (hasTime ? '90d' : '30d');
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
  };
}

export const directionOf = (ordering: string | undefined): 'asc' | 'desc' =>
  readOrdering(ordering, { created_at: 'created_at' }, '-created_at')[0]?.direction ?? 'desc';

type HourSum = Pick<UsageSum, 'keys' | 'requests'>;

/**
 * The hours that hold a page, and how many of their records come before it: a page far back, or of
 * a rare status, reads no record that it does not show but those of its first hour.
 */
export function hoursOfPage(
  sums: readonly HourSum[],
  { offset, pageSize }: Pick<PageRequest, 'offset' | 'pageSize'>,
  direction: 'asc' | 'desc',
): (TimeRange & { offset: number }) | null {
  const ordered = direction === 'asc' ? sums : sums.toReversed();
  let before = 0;
  let first: { hour: Date; offset: number } | undefined;
  let last: Date | undefined;
  for (const { keys, requests } of ordered) {
    const hour = new Date(`${keys[0]}Z`);
    if (before + requests > offset) {
      first ??= { hour, offset: offset - before };
      last = hour;
    }
    before += requests;
    if (before >= offset + pageSize) break;
  }
  if (!first || !last) return null;
  const [from, until] = direction === 'asc' ? [first.hour, last] : [last, first.hour];
  return { from, to: hourAfter(until), offset: first.offset };
}

export type UsageList = { rows: RecordRow[]; count: number; sums: UsageSum[] };

/** `sums` are of the hours, oldest first. */
export async function listUsage(
  { database }: Pick<Kernel, 'database'>,
  filter: UsageFilter,
  page: PageRequest,
  direction: 'asc' | 'desc',
): Promise<UsageList> {
  const sums = await sumUsage(database.read, filter, ['hour']);
  const count = sums.reduce((sum, { requests }) => sum + requests, 0);
  const hours = hoursOfPage(sums, page, direction);
  if (!hours) return { rows: [], count, sums };
  const narrowed = {
    ...filter,
    from: new Date(Math.max(+hours.from, +filter.from)),
    to: new Date(Math.min(+hours.to, +filter.to)),
  };
  const wanted = { direction, offset: hours.offset, limit: page.pageSize };
  return { rows: await listRecords(database.read, narrowed, wanted), count, sums };
}

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Throws `not_found`. The time of a record stands in its id. */
export async function findUsage(
  { database }: Pick<Kernel, 'database'>,
  { accountId, within }: UsageScope,
  id: string,
): Promise<RecordRow> {
  const from = new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
  const isWithin = !within || (within.from <= from && (!within.to || from < within.to));
  if (!uuidV7.test(id) || !isWithin) throw fail(commonErrors.notFound);
  const to = new Date(from.getTime() + 1);
  const wanted = { direction: 'asc' as const, offset: 0, limit: 1000 };
  const rows = await listRecords(database.read, { accountId, from, to }, wanted);
  const found = rows.find((row) => row.id === id.toLowerCase());
  if (!found) throw fail(commonErrors.notFound);
  return found;
}
