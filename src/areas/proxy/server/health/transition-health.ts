// Blocks and releases of a proxy for a resource. The row is locked, so concurrent changes are
// applied one after another, and a change is stored before the caller gets the response.
import type { Tx } from '#kernel/database/database.ts';
import type { FailureReason } from '../../wire/proxies.constants.ts';
import type { Proxies } from '../proxies.ts';
import type { ResourceRow } from '../resources/resource-store.ts';
import { deleteBans } from './ban-store.ts';
import { applyEvent, type HealthEvent, type ProxyHealth } from './proxy-health.ts';
import { clearLastError, lockHealth, saveHealth } from './proxy-health-store.ts';

/** Undefined if the resource or the proxy was deleted meanwhile. */
export async function transitionHealth(
  { kernel, poolCache, recentBans }: Proxies,
  tx: Tx,
  resource: Pick<ResourceRow, 'id' | 'max_failures' | 'block_duration_seconds'>,
  proxyId: string,
  event: HealthEvent,
  note = '',
): Promise<{ health: ProxyHealth; isNew: boolean } | undefined> {
  const now = kernel.clock.now().getTime();
  const rules = {
    failuresMax: resource.max_failures,
    blockMs: resource.block_duration_seconds * 1000,
  };
  const before = await lockHealth(tx, resource.id, proxyId);
  if (!before) return undefined;
  const health = applyEvent(before, event, rules, now);
  await saveHealth(tx, resource.id, proxyId, health, note);
  if (event.kind === 'released') await clearLastError(tx, resource.id, proxyId);
  if (event.kind === 'released' || event.kind === 'blocked') {
    await deleteBans(tx, resource.id, proxyId);
    kernel.work.afterCommit(tx, () => recentBans.clear(resource.id, proxyId));
  }
  await poolCache.publish(tx, { resourceId: resource.id, proxyId, health });
  return { health, isNew: before.blockedUntil <= now && health.blockedUntil > now };
}

/** Stores the block and counts it once. Returns the new health, undefined after a deletion. */
export async function blockForResource(
  proxies: Proxies,
  tx: Tx,
  resource: Pick<ResourceRow, 'id' | 'max_failures' | 'block_duration_seconds'>,
  proxyId: string,
  block: { reason: FailureReason; durationMs?: number | undefined; note?: string },
): Promise<ProxyHealth | undefined> {
  const { reason, durationMs, note } = block;
  const event = {
    kind: 'blocked' as const,
    reason,
    ...(durationMs !== undefined && { durationMs }),
  };
  const changed = await transitionHealth(proxies, tx, resource, proxyId, event, note);
  if (changed?.isNew)
    proxies.kernel.work.afterCommit(tx, () => proxies.usage.recordBlock(resource.id, proxyId));
  return changed?.health;
}
