// Resources and their proxies in memory, so that a proxy is selected without a query.
import type { Tx } from '#kernel/database/database.ts';
import { createFollowedCache, type FollowedCache } from '#kernel/events/followed-cache.ts';
import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { ProxyHealth } from '../health/proxy-health.ts';
import { findResource, findResourceById } from '../resources/resource-store.ts';
import { changeCandidate } from './candidate-state.ts';
import { loadCandidates } from './candidate-store.ts';
import { type PoolChange, type ResourcePool, toPool } from './resource-pool.ts';

export type PoolCache = {
  /** Null when the account has no resource with this name. */
  find(accountId: number, name: string): Promise<ResourcePool | null>;
  findById(resourceId: string): Promise<ResourcePool | null>;
  /**
   * Called in the transaction of a change. On commit the change is applied here, before the caller
   * gets the response, and the other processes are notified.
   */
  publish(tx: Tx, change: PoolChange): Promise<void>;
};

const namesMax = 500;

/** `origin` tells our own notifications from those of other processes. */
type SentChange = PoolChange & { origin: string };

export function createPoolCache(kernel: Kernel): PoolCache {
  const origin = createId();
  const cache = createPools(kernel, origin);
  const resourceIds = createResourceIds(kernel);
  const findById = async (id: string) => cache.find(id);
  return {
    findById,
    async find(accountId, name) {
      const known = resourceIds.cached(accountId, name);
      const pool = known ? await findById(known) : null;
      if (pool) return pool;
      const id = await resourceIds.find(accountId, name);
      return id ? findById(id) : null;
    },
    publish: (tx, change) => cache.invalidate(tx, { ...change, origin }),
  };
}

function createPools(kernel: Kernel, origin: string) {
  const { clock, work } = kernel;
  /** What changed since the load of a resource began, which may have read the rows before. */
  const changedHealth = new Map<string, Map<string, ProxyHealth>>();
  const findCandidate = (pool: ResourcePool | null | undefined, { proxyId = '' }: PoolChange) =>
    pool?.byId.get(proxyId);

  const pools: FollowedCache<string, ResourcePool | null, SentChange> = createFollowedCache(
    kernel,
    {
      topic: 'proxy_pools',
      async load(id, before) {
        const changed = new Map<string, ProxyHealth>();
        changedHealth.set(id, changed);
        const now = clock.now();
        const { resource, rows } = await work
          .read(async (db) => ({
            resource: await findResourceById(db, id),
            rows: await loadCandidates(db, id, now),
          }))
          .finally(() => changedHealth.delete(id));
        return resource ? toPool(resource, rows, before, changed) : null;
      },
      isAbout(change, id, pool) {
        const { resourceId, health } = change;
        if (resourceId !== id) return resourceId === null;
        const candidate = findCandidate(pool, change);
        if (health && candidate) changeCandidate(candidate, { health });
        return !health || !candidate;
      },
      isAboutLoad({ resourceId, proxyId, health }, id) {
        if (resourceId !== id) return resourceId === null;
        if (proxyId && health) changedHealth.get(id)?.set(proxyId, health);
        return !health;
      },
      readMessage(change) {
        if (change.origin === origin) return null;
        const { resourceId, health } = change;
        const known = findCandidate(pools.peek(resourceId ?? ''), change)?.health;
        const isLonger = health && known && health.blockedUntil >= known.blockedUntil;
        return isLonger ? change : { resourceId, origin };
      },
      warning: 'changes of proxies from other processes arrive late',
      isCachedUnheard: true,
      freshMs: 15_000,
      refreshMs: 10_000,
      idleMs: Number.POSITIVE_INFINITY,
      entriesMax: 500,
    },
  );
  return pools;
}

/** Resource ids by account and name, cached because every request needs one. */
function createResourceIds({ work }: Kernel) {
  const ids = new Map<string, string>();
  const toKey = (accountId: number, name: string) => `${accountId} ${name}`;
  return {
    cached: (accountId: number, name: string) => ids.get(toKey(accountId, name)),
    async find(accountId: number, name: string): Promise<string | null> {
      const resource = await work.read((db) => findResource(db, accountId, name));
      if (!resource) return null;
      if (ids.size > namesMax) ids.clear();
      ids.set(toKey(accountId, name), resource.id);
      return resource.id;
    },
  };
}
