// Statistics of a resource, from its hourly sums.
import type { Actor } from '#kernel/ports.ts';
import type { ProxyStatisticsWire } from '../../wire/index.ts';
import {
  explainFailure,
  type FailureReason,
  failureReasons,
} from '../../wire/proxies.constants.ts';
import type { Proxies } from '../proxies.ts';
import { requireResource } from '../resources/manage-resources.ts';
import { toRate } from '../resources/serialize-resources.ts';
import { computePercentile } from './latency-buckets.ts';
import { readLoginNames, serializeLogin } from './login-traffic.ts';
import { type StatisticsQuery, toBounds } from './statistics-bounds.ts';
import {
  type BreakdownRow,
  countProxiesUsed,
  findProxyAddresses,
  type HourRow,
  readBreakdowns,
  readSeries,
} from './usage-store.ts';

const blockedMax = 10;
const keysMax = 20;
const loginsMax = 50;

export async function readStatistics(
  proxies: Proxies,
  actor: Actor,
  name: string,
  query: StatisticsQuery,
): Promise<ProxyStatisticsWire> {
  const { work, clock } = proxies.kernel;
  // A new resource may be missing on the replica, where the statistics are read.
  const { id } = await work.read((db) => requireResource(db, actor, name));
  const bounds = toBounds(query, clock.now());
  const { rows, parts, byKind, used, loginNames, blocked, names } = await work.replica(
    async (db) => {
      const [rows, parts, used, loginNames] = await Promise.all([
        readSeries(db, id, bounds),
        readBreakdowns(db, id, bounds),
        countProxiesUsed(db, id, bounds.from),
        readLoginNames(proxies, db, actor, id),
      ]);
      const byKind = Map.groupBy(parts, ({ kind }) => kind);
      const blocked = (byKind.get('block') ?? []).slice(0, blockedMax);
      const ids = blocked.map(({ label }) => label);
      const names = await findProxyAddresses(db, ids);
      return { rows, parts, byKind, used, loginNames, blocked, names };
    },
  );
  return {
    resource: name,
    period: query.period,
    from: bounds.from.toISOString(),
    to: bounds.to.toISOString(),
    ...toTotals(rows),
    p95_latency_ms: computePercentile(
      new Map(
        (byKind.get('latency') ?? []).map((part) => [Number(part.label), Number(part.count)]),
      ),
      0.95,
    ),
    proxies_used: used,
    error_reasons: toErrorReasons(byKind.get('error')),
    status_codes: toCounts(byKind.get('status')),
    countries_used: toCounts(byKind.get('country')),
    top_blocked: toTopBlocked(names, blocked),
    keys_used: (byKind.get('key') ?? []).slice(0, keysMax).map(({ label, count, bytes }) => ({
      key: label || null,
      name: loginNames.key.get(label) ?? null,
      requests: Number(count),
      bytes: Number(bytes),
    })),
    logins: parts
      .filter(({ kind }) => kind === 'key' || kind === 'user')
      .slice(0, loginsMax)
      .map((part) => serializeLogin(part, loginNames)),
    series: toSeries(rows, bounds),
  };
}

function toTotals(rows: readonly HourRow[]) {
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
    success_rate: toRate(successful, requests),
    avg_latency_ms: requests === 0 ? null : Math.round(latency / requests),
    bandwidth_bytes: sum((row) => row.bytes),
  };
}

const toCounts = (parts: readonly BreakdownRow[] = []): Record<string, number> =>
  Object.fromEntries(parts.map(({ label, count }) => [label, Number(count)]));

/** By address, whatever the user name. Deleted proxies are counted as `removed`. */
function toTopBlocked(names: ReadonlyMap<string, string>, parts: readonly BreakdownRow[]) {
  const counts = new Map<string, number>();
  for (const { label, count } of parts) {
    const name = names.get(label) ?? 'removed';
    counts.set(name, (counts.get(name) ?? 0) + Number(count));
  }
  return [...counts].map(([proxy, count]) => ({ proxy, count }));
}

const toErrorReasons = (parts: readonly BreakdownRow[] = []) =>
  parts
    .filter(({ label }) => (failureReasons as string[]).includes(label))
    .map(({ label, count }) => ({
      reason: label as FailureReason,
      count: Number(count),
      how_to_fix: explainFailure(label as FailureReason, 'both'),
    }));

/** Every step of the period, including those without requests. */
function toSeries(rows: readonly HourRow[], { from, to, step }: ReturnType<typeof toBounds>) {
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
