import type { Db } from '#kernel/database/database.ts';
import type { ResourceWire } from '../../wire/index.ts';
import type { Proxies } from '../proxies.ts';
import { countProxies, type ProxyCounts, type ResourceRow } from './resource-store.ts';

export async function serializeResources(
  { kernel, gatewayPort }: Proxies,
  db: Db,
  rows: readonly ResourceRow[],
): Promise<ResourceWire[]> {
  const { clock, config } = kernel;
  const ids = rows.map(({ id }) => id);
  const counts = await countProxies(db, ids, clock.now());
  const { hostname } = new URL(config.SITE_URL);
  const gateway = gatewayPort === null ? null : `${hostname}:${gatewayPort}`;
  return rows.map((row) => serializeResource(row, counts.get(row.id)!, gateway));
}

const serializeResource = (
  row: ResourceRow,
  counts: ProxyCounts,
  gateway: string | null,
): ResourceWire => ({
  name: row.name,
  title: row.title,
  description: row.description,
  target_hosts: row.target_hosts,
  strategy: row.strategy,
  sticky_ttl_seconds: row.sticky_ttl_seconds,
  countries: row.countries,
  protocols: row.protocols,
  ban_status_codes: row.ban_status_codes,
  ban_threshold: row.ban_threshold,
  ban_window_seconds: row.ban_window_seconds,
  ban_headers: row.ban_headers,
  ban_texts: row.ban_texts,
  max_failures: row.max_failures,
  block_duration_seconds: row.block_duration_seconds,
  requests_per_minute: row.requests_per_minute,
  timeout_ms: row.timeout_ms,
  health_check_url: row.health_check_url,
  uses_pool: row.uses_pool,
  is_active: row.is_active,
  proxies_total: counts.total,
  proxies_available: counts.available,
  proxies_blocked: counts.blocked,
  proxies_dead: counts.dead,
  success_rate: toRate(row.requests_successful, row.requests_total),
  requests_total: Number(row.requests_total),
  gateway,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** 0 to 1 with four decimals; null when `whole` is 0. */
export const toRate = (part: bigint | number, whole: bigint | number): number | null =>
  Number(whole) === 0 ? null : Math.round((Number(part) / Number(whole)) * 10_000) / 10_000;
