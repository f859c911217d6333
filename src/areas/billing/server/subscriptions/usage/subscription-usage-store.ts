// Usage counted during subscriptions, for all rows of a list at once.

import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { dayMs } from '#lib/durations.ts';
import { type UsageMetric, usageMetrics } from '#lib/quota-groups.ts';
import { type Period, periodAt } from '../../periods.ts';
import { countedRequests, recordRows } from '../../usage/lists/request-count-store.ts';
import type { TimeRange } from '../../usage/lists/usage-filter.ts';
import { splitSegments } from '../../usage/lists/usage-segments.ts';
import { findSummedUntil } from '../../usage/metering/partition-store.ts';

export type SubscriptionUsage = {
  /** The current usage month; the last one if the subscription ended. */
  month: Period;
  /** Requests of the current UTC day; 0 after the end. */
  today: number;
  /** Units of that month. */
  units: Record<UsageMetric, number>;
};

export type LifetimeUsage = {
  /** Requests since the subscription started. */
  total: number;
  lastAt: Date | null;
};

type Row = {
  id: string;
  account_id: number;
  billing_anchor_at: Date;
  starts_at: Date;
  ended_at: Date | null;
};
type Span = TimeRange & { name: string; accountId: number };

/** Retention of hourly sums. */
const hoursDays = 90;
const floorDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs);

/** By subscription id. */
export async function readUsages(
  db: Db,
  rows: readonly Row[],
  now: Date,
): Promise<Map<string, SubscriptionUsage>> {
  const months = new Map(rows.map((row) => [row.id, findMonth(row, now)]));
  const lastMonths = rows
    .filter(({ ended_at }) => ended_at !== null)
    .map((row) => toSpan(row, months.get(row.id)!.start, now));
  const sums = lastMonths.length > 0 ? await sumSpans(db, lastMonths, now) : [];
  const counters = await readCounters(db, rows, now);
  return new Map(
    rows.map((row) => {
      const month = months.get(row.id)!;
      const ended = sums.filter(({ name }) => name === row.id);
      const counted = counters.get(row.account_id)!;
      return [
        row.id,
        { month, ...(row.ended_at ? { today: 0, units: sumUnits(ended) } : counted) },
      ];
    }),
  );
}

/** By subscription id. Cost grows with the age of a subscription: not while holding a lock. */
export async function readLifetimes(
  db: Db,
  rows: readonly Row[],
  now: Date,
): Promise<Map<string, LifetimeUsage>> {
  const lives = rows.map((row) => toSpan(row, row.starts_at, now));
  const sums = await sumSpans(db, lives, now);
  const last = await findLast(db, lives);
  return new Map(
    rows.map(({ id }) => {
      const total = sumRequests(sums.filter(({ name }) => name === id));
      return [id, { total, lastAt: last.get(id) ?? null }];
    }),
  );
}

/**
 * Months are counted from an anchor that can be later than the start, at the end of a trial: the
 * first month starts with the subscription then. Months of the free tariff belong to the account
 * and include usage from before it came back.
 */
function findMonth({ billing_anchor_at, starts_at, ended_at }: Row, now: Date): Period {
  const at = ended_at ? new Date(ended_at.getTime() - 1) : now;
  const month = periodAt(billing_anchor_at, at, 'monthly');
  const isAccounts = !ended_at && billing_anchor_at < starts_at;
  return isAccounts || month.start > starts_at ? month : { ...month, start: starts_at };
}

/** From a moment to the end, or to now. */
const toSpan = ({ id, account_id, ended_at }: Row, from: Date, now: Date): Span => ({
  name: id,
  accountId: account_id,
  from,
  to: ended_at ?? new Date(now.getTime() + 1),
});

type SpanSum = { name: string; metric: UsageMetric; requests: string; units: string };

const sumRequests = (sums: readonly SpanSum[]): number =>
  sums.reduce((sum, { requests }) => sum + Number(requests), 0);

const sumUnits = (sums: readonly SpanSum[]): SubscriptionUsage['units'] =>
  toUnits((metric) =>
    metric === 'request'
      ? sumRequests(sums)
      : Number(sums.find((one) => one.metric === metric)?.units ?? 0),
  );

const toUnits = (read: (metric: UsageMetric) => number) =>
  Object.fromEntries(
    usageMetrics.map((metric) => [metric, read(metric)]),
  ) as SubscriptionUsage['units'];

const columns = sql`metric, endpoint_id, status_code, requests, free, units`;

/** The same rule as quotas: requests that count, and units. */
async function sumSpans(db: Db, spans: readonly Span[], now: Date): Promise<SpanSum[]> {
  const hoursSince = floorDay(new Date(now.getTime() - hoursDays * dayMs));
  const options = { hoursSince, daysUntil: await findSummedUntil(db) };
  const parts = spans.map((span) => ({ span, ...splitSegments(span, options) }));
  const within = (pick: (part: (typeof parts)[number]) => readonly TimeRange[]) =>
    toTable(parts.flatMap((part) => pick(part).map((range) => ({ ...part.span, ...range }))));
  // Without `offset 0` the planner would scan the whole account once per span.
  const { rows } = await sql<SpanSum>`
    select name, metric, sum(${countedRequests}) as requests, sum(units) as units
    from (
      select name, part.* from ${within(({ days }) => days)}, lateral (
        select ${columns} from usage_day
        where account_id = span.account_id and day >= (since at time zone 'UTC')::date
          and day < (until at time zone 'UTC')::date offset 0) part
      union all
      select name, part.* from ${within(({ hours }) => hours)}, lateral (
        select ${columns} from usage_hour
        where account_id = span.account_id and hour >= since and hour < until offset 0) part
      union all
      select name, part.* from ${within(({ edges }) => edges)}, lateral (
        select ${columns} from ${recordRows}
        where account_id = span.account_id and created_at >= since and created_at < until
        offset 0) part
    ) parts group by name, metric`.execute(db);
  return rows;
}

const toTable = (spans: readonly Span[]) => sql`unnest(
  ${spans.map(({ name }) => name)}::text[], ${spans.map(({ accountId }) => accountId)}::int[],
  ${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to)}::timestamptz[]
) as span(name, account_id, since, until)`;

type Counted = Pick<SubscriptionUsage, 'today' | 'units'>;

/** Quota counters of live subscriptions, by account: each account has at most one. */
async function readCounters(
  db: Db,
  rows: readonly Row[],
  now: Date,
): Promise<Map<number, Counted>> {
  const live = rows.filter(({ ended_at }) => ended_at === null);
  if (live.length === 0) return new Map();
  const today = floorDay(now);
  const findStart = (row: Row) => periodAt(row.billing_anchor_at, now, 'monthly').start;
  const counters = await db
    .selectFrom('usage_counter')
    .select(['account_id', 'metric', 'span', 'starts_at', 'used'])
    .where(
      'account_id',
      'in',
      live.map(({ account_id }) => account_id),
    )
    .where('span', 'in', ['day', 'month'])
    .where('starts_at', 'in', [today, ...live.map(findStart)])
    .execute();
  return new Map(
    live.map((row) => {
      const findUsed = (metric: UsageMetric, span: 'day' | 'month', at: Date) =>
        Number(
          counters.find(
            (one) =>
              one.account_id === row.account_id &&
              one.metric === metric &&
              one.span === span &&
              one.starts_at.getTime() === at.getTime(),
          )?.used ?? 0,
        );
      const units = toUnits((metric) => findUsed(metric, 'month', findStart(row)));
      return [row.account_id, { today: findUsed('request', 'day', today), units }];
    }),
  );
}

/** The last request within each span, of the last 90 days. */
async function findLast(db: Db, spans: readonly Span[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ name: string; created_at: Date }>`
    select name, last.created_at from ${toTable(spans)}, lateral (
      select created_at from usage_record
      where account_id = span.account_id and created_at >= since and created_at < until
      order by created_at desc limit 1) last`.execute(db);
  return new Map(rows.map(({ name, created_at }) => [name, created_at]));
}
