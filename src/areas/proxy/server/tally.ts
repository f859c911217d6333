// Counts that wait for the next flush.
import type { Clock } from '#kernel/clock.ts';
import type { HourPart, HourSum } from './figures-store.ts';
import type { PairUse } from './pair-store.ts';

export type Tally = {
  /** Of the running hour. What is got from here is changed in place. */
  sumOf(resourceId: string): HourSum;
  pairOf(resourceId: string, proxyId: string): PairUse;
  addPart(resourceId: string, kind: string, label: string, count: number, bytes?: number): void;
  /** Everything, which is then forgotten here. */
  take(): { sums: HourSum[]; parts: HourPart[]; pairs: PairUse[] };
};

const hourMs = 3_600_000;
const noSum = { requests: 0, successful: 0, failed: 0, blocked: 0, latencyMs: 0, bytes: 0 };
const noUse = { requests: 0, successful: 0, failures: 0, cooldownUntil: 0, error: null };

export function openTally(clock: Clock, onFirst: () => void): Tally {
  let sums = new Map<string, HourSum>();
  let parts = new Map<string, HourPart>();
  let pairs = new Map<string, PairUse>();
  const hourNow = () => Math.floor(clock.now().getTime() / hourMs) * hourMs;
  return {
    sumOf(resourceId) {
      onFirst();
      const hour = hourNow();
      const key = `${resourceId} ${hour}`;
      const sum = sums.get(key) ?? { resourceId, hour, ...noSum, usedAt: 0 };
      sums.set(key, sum);
      sum.usedAt = clock.now().getTime();
      return sum;
    },
    pairOf(resourceId, proxyId) {
      onFirst();
      const key = `${resourceId} ${proxyId}`;
      const use = pairs.get(key) ?? { resourceId, proxyId, ...noUse, usedAt: 0 };
      pairs.set(key, use);
      use.usedAt = clock.now().getTime();
      return use;
    },
    addPart(resourceId, kind, label, count, bytes = 0) {
      const hour = hourNow();
      const key = `${resourceId} ${hour} ${kind} ${label}`;
      const part = parts.get(key) ?? { resourceId, hour, kind, label, count: 0, bytes: 0 };
      part.count += count;
      part.bytes += bytes;
      parts.set(key, part);
    },
    take() {
      const taken = {
        sums: [...sums.values()],
        parts: [...parts.values()],
        pairs: [...pairs.values()],
      };
      sums = new Map();
      parts = new Map();
      pairs = new Map();
      return taken;
    },
  };
}
