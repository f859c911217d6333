import { LRUCache } from 'lru-cache';
import type { Kernel } from '#kernel/kernel.ts';

/**
 * Networks without a confirmed login of a sub-user, for 5 s: most clients begin without a login,
 * which must not cost a query each time.
 */
export type UnknownNetworks = Pick<LRUCache<string, true>, 'has' | 'set' | 'delete'>;

const networksMax = 10_000;
const freshMs = 5000;

export const createUnknownNetworks = ({ clock }: Kernel): UnknownNetworks =>
  new LRUCache<string, true>({
    max: networksMax,
    ttl: freshMs,
    // Read from the clock each time, which tests turn.
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
