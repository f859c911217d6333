// The entries of the pool cache. A change is applied to the cached entry, and to a load in
// progress, which may have read the row before the change.

import type { ProxyHealth } from '../health/proxy-health.ts';
import { changeCandidate } from './candidate-state.ts';
import type { PoolChange, ResourcePool } from './resource-pool.ts';

export type PoolCacheEntry = {
  pool: ResourcePool | null;
  loadedAtMs: number;
  /** To be loaded again before its next use. Use counts are still added meanwhile. */
  isExpired: boolean;
};
/** What changed since the load began: `health` by proxy id; `isStale` for any other change. */
export type PendingLoad = { health: Map<string, ProxyHealth>; isStale: boolean };

const entriesMax = 500;

export type PoolCacheEntries = ReturnType<typeof createPoolCacheEntries>;

export function createPoolCacheEntries() {
  const entries = new Map<string, PoolCacheEntry>();
  const loads = new Map<string, PendingLoad & { pool: Promise<ResourcePool | null> }>();

  const cachedCandidate = ({ resourceId, proxyId }: PoolChange) =>
    resourceId === null || proxyId === undefined
      ? undefined
      : entries.get(resourceId)?.pool?.byId.get(proxyId);

  function expireAll(): void {
    for (const entry of entries.values()) entry.isExpired = true;
    for (const load of loads.values()) load.isStale = true;
  }

  /** A change made by this process. */
  function apply(change: PoolChange): void {
    const { resourceId, proxyId, health } = change;
    if (resourceId === null) {
      expireAll();
      return;
    }
    const entry = entries.get(resourceId);
    const load = loads.get(resourceId);
    const candidate = cachedCandidate(change);
    const isHealthChange = proxyId !== undefined && health !== undefined;
    if (isHealthChange) load?.health.set(proxyId, health);
    else if (load) load.isStale = true;
    if (isHealthChange && candidate) changeCandidate(candidate, { health });
    else if (entry) entry.isExpired = true;
  }

  return {
    get: (id: string): PoolCacheEntry | undefined => entries.get(id),
    put(id: string, entry: PoolCacheEntry): void {
      entries.delete(id);
      entries.set(id, entry);
      const oldest = entries.keys().next();
      if (entries.size > entriesMax && !oldest.done) entries.delete(oldest.value);
    },
    apply,
    /** A change of another process may arrive late: only a longer block is applied directly. */
    applyRemote(change: PoolChange): void {
      const known = cachedCandidate(change)?.health;
      const isLonger = change.health && known && change.health.blockedUntil >= known.blockedUntil;
      apply(isLonger ? change : { resourceId: change.resourceId });
    },
    /** Concurrent callers share one load per resource. */
    loadOnce(id: string, read: (load: PendingLoad) => Promise<ResourcePool | null>) {
      const running = loads.get(id);
      if (running) return running.pool;
      const load = {
        health: new Map(),
        isStale: false,
        pool: Promise.resolve<ResourcePool | null>(null),
      };
      loads.set(id, load);
      load.pool = read(load).finally(() => loads.delete(id));
      return load.pool;
    },
  };
}
