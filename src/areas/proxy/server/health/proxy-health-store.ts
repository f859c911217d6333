import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { FailureReason } from '../../wire/proxies.constants.ts';
import type { ProxyHealth } from './proxy-health.ts';

type HealthRow = {
  consecutive_failures: number | null;
  cooldown_until: Date | null;
  blocked_until: Date | null;
  block_count: number | null;
  block_reason: string | null;
};

export const fromRow = (row: HealthRow): ProxyHealth => ({
  failures: row.consecutive_failures ?? 0,
  cooldownUntil: row.cooldown_until?.getTime() ?? 0,
  blockedUntil: row.blocked_until?.getTime() ?? 0,
  blockCount: row.block_count ?? 0,
  blockReason: row.block_reason as FailureReason | null,
});

const toDate = (ms: number): Date | null => (ms === 0 ? null : new Date(ms));

/**
 * Inserts the row if missing, and locks it until the transaction ends. Undefined if the resource or
 * the proxy was deleted meanwhile; until then their own locks prevent that.
 */
export async function lockHealth(
  tx: Tx,
  resourceId: string,
  proxyId: string,
): Promise<ProxyHealth | undefined> {
  await sql`
    insert into proxy_health (resource_id, proxy_id)
    select r.id, p.id from proxy_resource r, proxy p
    where r.id = ${resourceId} and p.id = ${proxyId}
    for key share
    on conflict do nothing`.execute(tx);
  const row = await tx
    .selectFrom('proxy_health')
    .select([
      'consecutive_failures',
      'cooldown_until',
      'blocked_until',
      'block_count',
      'block_reason',
    ])
    .where('resource_id', '=', resourceId)
    .where('proxy_id', '=', proxyId)
    .forUpdate()
    .executeTakeFirst();
  return row && fromRow(row);
}

export async function saveHealth(
  tx: Tx,
  resourceId: string,
  proxyId: string,
  health: ProxyHealth,
  note: string,
): Promise<void> {
  await tx
    .updateTable('proxy_health')
    .set({
      consecutive_failures: health.failures,
      cooldown_until: toDate(health.cooldownUntil),
      blocked_until: toDate(health.blockedUntil),
      block_count: health.blockCount,
      block_reason: health.blockReason,
      block_note: note,
    })
    .where('resource_id', '=', resourceId)
    .where('proxy_id', '=', proxyId)
    .execute();
}

export async function clearLastError(tx: Tx, resourceId: string, proxyId: string): Promise<void> {
  await tx
    .updateTable('proxy_health')
    .set({ last_error: null })
    .where('resource_id', '=', resourceId)
    .where('proxy_id', '=', proxyId)
    .execute();
}

export type ProxyUsage = {
  resourceId: string;
  proxyId: string;
  requests: number;
  successful: number;
  failures: number;
  cooldownUntil: number;
  /** Of the last request. */
  error: string | null;
  usedAt: number;
};

/** Adds the counts and writes failures and cooldown. Never changes a block. */
export async function addProxyUsage(db: Db, uses: readonly ProxyUsage[]): Promise<void> {
  if (uses.length === 0) return;
  await sql`
    insert into proxy_health as x (resource_id, proxy_id, requests_total, requests_successful,
      consecutive_failures, cooldown_until, last_error, last_used_at)
    select resource_id, proxy_id, requests, successful, failures, cooldown_until, error, used_at
    from unnest(
      ${uses.map((use) => use.resourceId)}::uuid[], ${uses.map((use) => use.proxyId)}::uuid[],
      ${uses.map((use) => use.requests)}::bigint[], ${uses.map((use) => use.successful)}::bigint[],
      ${uses.map((use) => use.failures)}::int[],
      ${uses.map((use) => toDate(use.cooldownUntil))}::timestamptz[],
      ${uses.map((use) => use.error)}::text[],
      ${uses.map((use) => new Date(use.usedAt))}::timestamptz[]
    ) as u (resource_id, proxy_id, requests, successful, failures, cooldown_until, error, used_at)
    -- Skips resources and proxies that were deleted meanwhile.
    where exists (select from proxy p where p.id = u.proxy_id)
      and exists (select from proxy_resource r where r.id = u.resource_id)
    order by resource_id, proxy_id
    on conflict (resource_id, proxy_id) do update set
      requests_total = x.requests_total + excluded.requests_total,
      requests_successful = x.requests_successful + excluded.requests_successful,
      -- A lease alone does not tell whether the proxy works.
      consecutive_failures = case when excluded.requests_total = 0 then x.consecutive_failures
        else excluded.consecutive_failures end,
      cooldown_until = case when excluded.requests_total = 0 then x.cooldown_until
        else excluded.cooldown_until end,
      last_error = case when excluded.requests_total = 0 then x.last_error
        else excluded.last_error end,
      last_used_at = greatest(x.last_used_at, excluded.last_used_at)`.execute(db);
}
