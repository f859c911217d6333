// What went through a resource, read from the sums of its hours.
import type { Actor } from '#kernel/ports.ts';
import type { Period, ProxyStatisticsWire } from '../contract.ts';
import { type FailureReason, failureReasons, failureWords } from '../proxy-words.ts';
import {
  countUsed,
  type HourRow,
  nameProxies,
  type PartRow,
  readParts,
  readSeries,
} from './figures-store.ts';
import { percentileOf } from './latency-buckets.ts';
import { ownResource } from './manage-resources.ts';
import type { Proxies } from './proxies.ts';
import { rateOf } from './resource-wire.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const lengths: Record<Period, number> = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs };
const blockedShown = 10;
const keysShown = 20;

type Asked = { period: Period; granularity?: 'hour' | 'day' | undefined };

/** Whole hours and whole days in UTC: the last of them is the running one. */
export function boundsOf({ period, granularity }: Asked, now: Date) {
  const unit = granularity ?? (period === '24h' ? 'hour' : 'day');
  const step = unit === 'hour' ? hourMs : dayMs;
  const to = (Math.floor(now.getTime() / step) + 1) * step;
  return { unit, step, from: new Date(to - lengths[period]), to: new Date(to) } as const;
}

export async function readStatistics(
  proxies: Proxies,
  actor: Actor,
  name: string,
  asked: Asked,
): Promise<ProxyStatisticsWire> {
  const { work, clock } = proxies.kernel;
  // A resource is known as soon as it is made; its figures may come late.
  const { id } = await work.read((db) => ownResource(db, actor, name));
  const bounds = boundsOf(asked, clock.now());
  const { rows, byKind, used, keyNames, blocked, names } = await work.replica(async (db) => {
    const [rows, parts, used, keyNames] = await Promise.all([
      readSeries(db, id, bounds),
      readParts(db, id, bounds),
      countUsed(db, id, bounds.from),
      proxies.keyNamesOf(db, actor.accountId),
    ]);
    const byKind = Map.groupBy(parts, ({ kind }) => kind);
    const blocked = (byKind.get('block') ?? []).slice(0, blockedShown);
    const ids = blocked.map(({ label }) => label);
    return { rows, byKind, used, keyNames, blocked, names: await nameProxies(db, ids) };
  });
  return {
    resource: name,
    period: asked.period,
    from: bounds.from.toISOString(),
    to: bounds.to.toISOString(),
    ...totalsOf(rows),
    p95_latency_ms: percentileOf(
      new Map(
        (byKind.get('latency') ?? []).map((part) => [Number(part.label), Number(part.count)]),
      ),
      0.95,
    ),
    proxies_used: used,
    error_reasons: reasonsOf(byKind.get('error')),
    status_codes: countsOf(byKind.get('status')),
    countries_used: countsOf(byKind.get('country')),
    top_blocked: blockedBy(names, blocked),
    keys_used: (byKind.get('key') ?? []).slice(0, keysShown).map(({ label, count, bytes }) => ({
      key: label || null,
      name: keyNames.get(label) ?? null,
      requests: Number(count),
      bytes: Number(bytes),
    })),
    series: seriesOf(rows, bounds),
  };
}

function totalsOf(rows: readonly HourRow[]) {
  const sum = (read: (row: HourRow) => bigint) =>
    rows.reduce((total, row) => total + Number(read(row)), 0);
  const requests = sum((row) => row.requests);
  const successful = sum((row) => row.successful);
  const latency = sum((row) => row.latency_ms_sum);
  return {
    requests_total: requests,
    requests_successful: successful,
    requests_failed: sum((row) => row.failed),
    requests_blocked: sum((row) => row.blocked),
    success_rate: rateOf(successful, requests),
    avg_latency_ms: requests === 0 ? null : Math.round(latency / requests),
    bandwidth_bytes: sum((row) => row.bytes),
  };
}

const countsOf = (parts: readonly PartRow[] = []): Record<string, number> =>
  Object.fromEntries(parts.map(({ label, count }) => [label, Number(count)]));

/** By address: several users of one are one, and what was removed has no name any more. */
function blockedBy(names: ReadonlyMap<string, string>, parts: readonly PartRow[]) {
  const counts = new Map<string, number>();
  for (const { label, count } of parts) {
    const name = names.get(label) ?? 'removed';
    counts.set(name, (counts.get(name) ?? 0) + Number(count));
  }
  return [...counts].map(([proxy, count]) => ({ proxy, count }));
}

const reasonsOf = (parts: readonly PartRow[] = []) =>
  parts
    .filter(({ label }) => (failureReasons as string[]).includes(label))
    .map(({ label, count }) => ({
      reason: label as FailureReason,
      count: Number(count),
      how_to_fix: failureWords[label as FailureReason],
    }));

/** Every step of the time, also those in which nothing happened. */
function seriesOf(rows: readonly HourRow[], { from, to, step }: ReturnType<typeof boundsOf>) {
  const byTime = new Map(rows.map((row) => [row.x.getTime(), row]));
  const length = Math.round((to.getTime() - from.getTime()) / step);
  return Array.from({ length }, (_, at) => {
    const x = from.getTime() + at * step;
    const row = byTime.get(x);
    return {
      x: new Date(x).toISOString(),
      requests: Number(row?.requests ?? 0),
      success: Number(row?.successful ?? 0),
      blocked: Number(row?.blocked ?? 0),
    };
  });
}
