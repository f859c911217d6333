// Resources and their proxies in memory, so that a proxy is selected without a query. A change made
// by this process is applied here before its caller gets the response; other processes get it by a
// notification. Data older than 15 s is never used.
import type { Tx } from '#kernel/database/database.ts';
import { everyProcess, followTopic } from '#kernel/events/follow-topic.ts';
import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { findResource, findResourceById } from '../resources/resource-store.ts';
import { loadCandidates } from './candidate-store.ts';
import {
  createPoolCacheEntries,
  type PendingLoad,
  type PoolCacheEntries,
} from './pool-cache-entries.ts';
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

const freshMs = 15_000;
/** Pools in use are loaded again before they are too old, so that no request waits. */
const refreshMs = 10_000;
const namesMax = 500;
const loadAttemptsMax = 5;
const topic = 'proxy_pools';

type RemoteChange = PoolChange & { origin: string };

export function createPoolCache(kernel: Kernel): PoolCache {
  const { clock, live, log, work } = kernel;
  const entries = createPoolCacheEntries();
  const resourceIds = createResourceIds(kernel);
  // Tells our own notifications from those of other processes.
  const origin = createId();
  const follow = followTopic(kernel, {
    topic,
    onMessage(data) {
      const change = data as RemoteChange;
      if (change.origin !== origin) entries.applyRemote(change);
    },
    onLost: () => entries.apply({ resourceId: null }),
    warning: 'changes of proxies from other processes arrive late',
  });
  const read = (id: string) =>
    entries.loadOnce(id, async (load) => {
      await follow.open();
      return loadPool(kernel, entries, id, load);
    });

  async function findById(id: string): Promise<ResourcePool | null> {
    const entry = entries.get(id);
    const ageMs = entry && !entry.isExpired ? clock.now().getTime() - entry.loadedAtMs : freshMs;
    if (!entry || ageMs >= freshMs) return read(id);
    if (ageMs >= refreshMs)
      read(id).catch((err) => {
        log.warn({ err }, 'the proxies of a resource could not be loaded again');
      });
    return entry.pool;
  }

  return {
    findById,
    async find(accountId, name) {
      const known = resourceIds.cached(accountId, name);
      const pool = known ? await findById(known) : null;
      if (pool) return pool;
      const id = await resourceIds.find(accountId, name);
      return id ? findById(id) : null;
    },
    publish(tx, change) {
      work.afterCommit(tx, () => entries.apply(change));
      return live.publish(tx, { topic, accountId: everyProcess, data: { ...change, origin } });
    },
  };
}

/** Health changes that arrive during the load are merged in; for other changes it loads again. */
async function loadPool(
  { clock, work }: Kernel,
  entries: PoolCacheEntries,
  id: string,
  load: PendingLoad,
): Promise<ResourcePool | null> {
  const before = entries.get(id)?.pool;
  for (let attempt = 1; ; attempt++) {
    load.health.clear();
    load.isStale = false;
    const now = clock.now();
    const { resource, rows } = await work.read(async (db) => ({
      resource: await findResourceById(db, id),
      rows: await loadCandidates(db, id, now),
    }));
    if (load.isStale && attempt < loadAttemptsMax) continue;
    const pool = resource ? toPool(resource, rows, before, load.health) : null;
    entries.put(id, { pool, loadedAtMs: now.getTime(), isExpired: load.isStale });
    return pool;
  }
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
