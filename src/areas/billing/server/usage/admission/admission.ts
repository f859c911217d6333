// Decides from the counters whether a call may proceed. Pure.

import type { RateLimitResult } from '#kernel/http/rate-limits.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import type { Entitlements } from '../../entitlements.ts';
import type { Counter, PlanState } from './plan-states.ts';
import { sumUsed } from './plan-states.ts';

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
    if (!isHardLimit(one, entitlements) || sumUsed(one) + 1 <= (one.limit as number)) continue;
    if (!full || one.endsAt > full.endsAt) full = one;
  }
  return full;
}

/** For the rate limit headers; null without a limit. */
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

/** Units that a call is assumed to need until it reports more: held while it runs. */
export const unitsAtAdmission = (metric: UsageMetric): number =>
  metric === 'calculation' || metric === 'proxy_lease' ? 1 : 0;

type Overage = Pick<PlanState, 'overageCounter' | 'ceiling'>;

/** The counter of overage, if a call in this metric counts in it. */
const countedIn = ({ overageCounter: counter }: Overage, metric: UsageMetric) =>
  counter && counter.limit !== null && (counter.metric === 'request' || counter.metric === metric)
    ? { ...counter, limit: counter.limit }
    : null;

/** Of the units between two readings, those over the quota that the cap pays for. */
export const pricedUnits = (
  { from, to }: { from: number; to: number },
  quota: number,
  ceiling: number | null,
): number => Math.max(0, Math.min(to, ceiling ?? Infinity) - Math.max(from, quota));

/** Units over the quota that a call holds from its admission on. */
export function countOverageUnits(state: Overage, metric: UsageMetric): number {
  const counter = countedIn(state, metric);
  if (!counter) return 0;
  const reserved = counter.metric === 'request' ? 1 : unitsAtAdmission(metric);
  const used = sumUsed(counter);
  return pricedUnits({ from: used, to: used + reserved }, counter.limit, state.ceiling);
}

/** Whether a call is over the quota, also one whose units are not known yet. */
export function isOverage(state: Overage, metric: UsageMetric): boolean {
  const counter = countedIn(state, metric);
  return counter !== null && sumUsed(counter) + 1 > counter.limit;
}

/** Whether the spending cap does not pay for another unit. */
export function isCapReached(state: Overage, metric: UsageMetric): boolean {
  const counter = countedIn(state, metric);
  return counter !== null && state.ceiling !== null && sumUsed(counter) + 1 > state.ceiling;
}

export const secondsUntil = (end: Date, now: Date): number =>
  Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
