// Bans that were stored a moment ago, so that a page that is asked for again and again causes one
// write and not one for each request.
import { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';
import type { BanRecord } from './ban-store.ts';

const repeatMs = 10_000;
const repeatsMax = 10_000;

export type RecentBans = ReturnType<typeof createRecentBans>;

export function createRecentBans(clock: Clock) {
  const recent = new LRUCache<string, { atMs: number; saved: Promise<void> }>({ max: repeatsMax });
  return {
    /** Resolves when the ban is stored, also for those who repeat it meanwhile. */
    saveOnce(
      { resourceId, proxyId, urlHash }: BanRecord,
      save: () => Promise<void>,
    ): Promise<void> {
      const key = `${resourceId} ${proxyId} ${urlHash.toString('base64')}`;
      const now = clock.now().getTime();
      const known = recent.get(key);
      if (known && now - known.atMs < repeatMs) return known.saved;
      const saved = save();
      recent.set(key, { atMs: now, saved });
      saved.catch(() => recent.delete(key));
      return saved;
    },
    /** After a block or a release the proxy starts over. */
    clear(resourceId: string, proxyId: string): void {
      for (const key of recent.keys())
        if (key.startsWith(`${resourceId} ${proxyId} `)) recent.delete(key);
    },
  };
}
