// May this call go on? A pure reading of the counters.

import type { RateVerdict } from '#kernel/rate-limits.ts';
import type { UsageMetric } from '#lib/endpoint.ts';
import type { Entitlements } from '../entitlements.ts';
import type { Counter } from './plan-states.ts';
import { usedOf } from './plan-states.ts';

/** Past its limit a counter is a wall, unless the tariff sells what is beyond it. */
export const isWall = (counter: Counter, { overage }: Pick<Entitlements, 'overage'>): boolean =>
  counter.limit !== null && !(counter.span === 'month' && overage?.unit === counter.metric);

/**
 * The counter of requests or of the metric that has no room for one more: of several the one that
 * is full the longest.
 */
export function findFull(
  counters: readonly Counter[],
  metric: UsageMetric,
  entitlements: Pick<Entitlements, 'overage'>,
): Counter | undefined {
  let full: Counter | undefined;
  for (const one of counters) {
    if (one.metric !== 'request' && one.metric !== metric) continue;
    if (!isWall(one, entitlements) || usedOf(one) + 1 <= (one.limit as number)) continue;
    if (!full || one.endsAt > full.endsAt) full = one;
  }
  return full;
}

/** What is left of the limit that is nearest, in requests; null without any. */
export function tightest(counters: readonly Counter[], now: Date): RateVerdict | null {
  let found: RateVerdict | null = null;
  for (const { limit, metric, endsAt, stored, pending } of counters) {
    if (metric !== 'request' || limit === null) continue;
    const remaining = Math.max(0, Math.floor(limit - stored - pending));
    if (found && found.remaining <= remaining) continue;
    const resetSeconds = secondsUntil(endsAt, now);
    found = { isAllowed: true, limit, remaining, resetSeconds };
  }
  return found;
}

export const secondsUntil = (end: Date, now: Date): number =>
  Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
