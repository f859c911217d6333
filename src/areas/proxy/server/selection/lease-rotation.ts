// Which proxies the API listed last, so that consecutive calls get different ones. Per process:
// another process has its own rotation.
import { LRUCache } from 'lru-cache';
import type { PageRequest } from '#lib/pagination.ts';
import type { Protocol } from '../../wire/proxies.constants.ts';
import { countUse } from './candidate-state.ts';
import type { ResourcePool } from './resource-pool.ts';
import { isEligible } from './select-candidate.ts';

export type PageSize = Pick<PageRequest, 'pageSize' | 'offset'>;
type LeaseFilter = {
  country?: string | undefined;
  protocol?: Protocol | undefined;
  search?: string | undefined;
};

export type LeaseRotation = {
  /** The position at which a round-robin page starts. */
  takeTurn(resourceId: string, page: PageSize): number;
  /** Ids of the least used proxies up to the end of the page; those of the page count as used. */
  takeLeastUsed(
    pool: ResourcePool,
    filter: LeaseFilter,
    now: number,
    page: PageSize,
  ): readonly string[];
};

const turnsMax = 10_000;
const turnValueMax = 1_000_000_000;
const ordersMax = 500;
/** Further proxies of a longer list follow by age. */
const leastUsedMax = 1000;

export function createLeaseRotation(): LeaseRotation {
  /** Proxies listed so far, by resource. */
  const turns = new Map<string, number>();
  /** The order of the last first page, which further pages continue, by resource. */
  const leastUsed = new LRUCache<string, readonly string[]>({ max: ordersMax });
  return {
    /** Before the list is read, so that concurrent callers get different proxies. */
    takeTurn(resourceId, { offset, pageSize }) {
      const turn = turns.get(resourceId) ?? 0;
      if (offset > 0) return Math.max(0, turn - pageSize);
      if (turns.size > turnsMax) turns.clear();
      turns.set(resourceId, (turn + pageSize) % turnValueMax);
      return turn;
    },
    takeLeastUsed(pool, filter, now, { offset, pageSize }) {
      const { resource, byId } = pool;
      const end = Math.min(offset + pageSize, leastUsedMax);
      const ids = (offset > 0 && leastUsed.get(resource.id)) || rankByUseCount(pool, filter, now);
      if (offset === 0) leastUsed.set(resource.id, ids);
      for (const id of ids.slice(offset, end)) {
        const candidate = byId.get(id);
        if (candidate) countUse(candidate);
      }
      return ids.slice(0, end);
    },
  };
}

const rankByUseCount = (
  { candidates }: ResourcePool,
  { country, protocol, search = '' }: LeaseFilter,
  now: number,
): string[] =>
  candidates
    .filter(
      (candidate) =>
        isEligible(candidate, { now, country }) &&
        (!protocol || candidate.protocol === protocol) &&
        `${candidate.host}:${candidate.port}`.includes(search.trim().toLowerCase()),
    )
    .toSorted((a, b) => a.useCount - b.useCount)
    .slice(0, leastUsedMax)
    .map(({ id }) => id);
