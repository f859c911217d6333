// The proxy of a session: the first one selected, until the session's time is over or the proxy is
// in cooldown, blocked or dead. Then another one is selected and remembered.
import { LRUCache } from 'lru-cache';
import type { Candidate, ResourcePool } from './resource-pool.ts';
import { isEligible, type SelectionCriteria, selectCandidate } from './select-candidate.ts';

/** Per process; beyond this the least recently used session is dropped. */
const sessionsMax = 50_000;

export type StickySessions = {
  /** As `selectCandidate`, with the same result while that proxy is eligible. */
  select(pool: ResourcePool, criteria: SelectionCriteria & { session: string }): Candidate | null;
};

export function createStickySessions(): StickySessions {
  const selected = new LRUCache<string, { proxyId: string; sinceMs: number }>({ max: sessionsMax });
  return {
    select(pool, criteria) {
      const key = `${pool.resource.id} ${criteria.session} ${criteria.country ?? ''} ${criteria.city ?? ''}`;
      const previous = selected.get(key);
      const isOver = !previous || criteria.now - previous.sinceMs >= criteria.ttlMs;
      const candidate = isOver ? undefined : pool.byId.get(previous.proxyId);
      if (candidate && isEligible(candidate, criteria)) return candidate;
      const next = selectCandidate(pool, criteria, pool.cursor);
      if (next) selected.set(key, { proxyId: next.id, sinceMs: criteria.now });
      return next;
    },
  };
}
