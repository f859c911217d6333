// Decides from the counters whether a call may proceed. Pure.

import type { RateLimitResult } from '#kernel/http/rate-limits.ts';
import type { UsageMetric } from '#lib/endpoint.ts';
import type { Entitlements } from '../entitlements.ts';
import type { Counter } from './plan-states.ts';
import { usedOf } from './plan-states.ts';

/** Whether the limit cannot be exceeded. It can if the tariff sells overage of this metric. */
export const isHardLimit = (
  counter: Counter,
  { overage }: Pick<Entitlements, 'overage'>,
): boolean =>
  counter.limit !== null && !(counter.span === 'month' && overage?.unit === counter.metric);

/** The exhausted counter of requests or of the metric; of several, the one that resets last. */
export function findExhausted(
  counters: readonly Counter[],
  metric: UsageMetric,
  entitlements: Pick<Entitlements, 'overage'>,
): Counter | undefined {
  let full: Counter | undefined;
  for (const one of counters) {
    if (one.metric !== 'request' && one.metric !== metric) continue;
    if (!isHardLimit(one, entitlements) || usedOf(one) + 1 <= (one.limit as number)) continue;
    if (!full || one.endsAt > full.endsAt) full = one;
  }
  return full;
}

/**
 * The remaining requests of the nearest limit, for the rate limit headers; null without a limit.
 */
export function tightestLimit(counters: readonly Counter[], now: Date): RateLimitResult | null {
  let found: RateLimitResult | null = null;
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
