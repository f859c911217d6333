// Requests are counted in memory and stored within a second by four statements: a write for each
// would cost more than the request. A crash loses that second of counts, but never a block.
import { createBatchBuffer } from '#kernel/batch-buffer.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { hourMs } from '#lib/durations.ts';
import { addProxyUsage, type ProxyUsage } from '../health/proxy-health-store.ts';
import {
  addHourlyBreakdowns,
  addHourlyUsage,
  type HourlyBreakdown,
  type HourlyUsage,
} from './usage-store.ts';

/** `sent` is the part of `bytes` that went to the site. */
export type BreakdownChange = { count?: number; bytes?: number; sent?: number };

export type UsageBuffer = {
  /** Of the current hour; changed in place by the caller. */
  findTotals(resourceId: string): HourlyUsage;
  findProxyUsage(resourceId: string, proxyId: string): ProxyUsage;
  addBreakdown(resourceId: string, kind: string, label: string, change: BreakdownChange): void;
  flush(): Promise<void>;
};

const delayMs = 1000;
const emptyHour = { requests: 0, successful: 0, failed: 0, blocked: 0, latencyMs: 0, bytes: 0 };
const emptyProxyUsage = { requests: 0, successful: 0, failures: 0, cooldownUntil: 0, error: null };

const createCounts = () => ({
  hourlyTotals: new Map<string, HourlyUsage>(),
  breakdowns: new Map<string, HourlyBreakdown>(),
  proxyUsages: new Map<string, ProxyUsage>(),
});

export function createUsageBuffer({ clock, work, log }: Kernel): UsageBuffer {
  const { next, flush } = createBatchBuffer({
    caller: 'proxy usage',
    create: createCounts,
    delayMs,
    store: ({ hourlyTotals, breakdowns, proxyUsages }) =>
      work
        .write(async (tx) => {
          await addProxyUsage(tx, [...proxyUsages.values()]);
          await addHourlyUsage(tx, [...hourlyTotals.values()]);
          await addHourlyBreakdowns(tx, [...breakdowns.values()]);
        })
        .catch((err) => log.error({ err }, 'proxy usage could not be stored')),
  });
  const hourNow = () => Math.floor(clock.now().getTime() / hourMs) * hourMs;
  return {
    findTotals(resourceId) {
      const { hourlyTotals } = next().batch;
      const hour = hourNow();
      const key = `${resourceId} ${hour}`;
      const totals = hourlyTotals.get(key) ?? { resourceId, hour, ...emptyHour, usedAt: 0 };
      hourlyTotals.set(key, totals);
      totals.usedAt = clock.now().getTime();
      return totals;
    },
    findProxyUsage(resourceId, proxyId) {
      const { proxyUsages } = next().batch;
      const key = `${resourceId} ${proxyId}`;
      const use = proxyUsages.get(key) ?? { resourceId, proxyId, ...emptyProxyUsage, usedAt: 0 };
      proxyUsages.set(key, use);
      use.usedAt = clock.now().getTime();
      return use;
    },
    addBreakdown(resourceId, kind, label, { count = 0, bytes = 0, sent = 0 }) {
      const { breakdowns } = next().batch;
      const hour = hourNow();
      const key = `${resourceId} ${hour} ${kind} ${label}`;
      const breakdown = breakdowns.get(key) ?? {
        resourceId,
        hour,
        kind,
        label,
        count: 0,
        bytes: 0,
        sent: 0,
      };
      breakdown.count += count;
      breakdown.bytes += bytes;
      breakdown.sent += sent;
      breakdowns.set(key, breakdown);
    },
    flush,
  };
}
