// Counts in memory until the next flush.
import type { Clock } from '#kernel/clock.ts';
import { hourMs } from '#lib/durations.ts';
import type { ProxyUsage } from '../health/proxy-health-store.ts';
import type { HourlyBreakdown, HourlyUsage } from './usage-store.ts';

/** `sent` is the part of `bytes` that went to the site. */
export type BreakdownChange = { count?: number; bytes?: number; sent?: number };

export type UsageBuffer = {
  /** Of the current hour; changed in place by the caller. */
  findTotals(resourceId: string): HourlyUsage;
  findProxyUsage(resourceId: string, proxyId: string): ProxyUsage;
  addBreakdown(resourceId: string, kind: string, label: string, change: BreakdownChange): void;
  /** Returns everything and clears the buffer. */
  take(): { hourlyTotals: HourlyUsage[]; breakdowns: HourlyBreakdown[]; proxyUsages: ProxyUsage[] };
};

const emptyHour = { requests: 0, successful: 0, failed: 0, blocked: 0, latencyMs: 0, bytes: 0 };
const emptyProxyUsage = { requests: 0, successful: 0, failures: 0, cooldownUntil: 0, error: null };

export function createUsageBuffer(clock: Clock, onFirst: () => void): UsageBuffer {
  let hourlyTotals = new Map<string, HourlyUsage>();
  let breakdowns = new Map<string, HourlyBreakdown>();
  let proxyUsages = new Map<string, ProxyUsage>();
  const hourNow = () => Math.floor(clock.now().getTime() / hourMs) * hourMs;
  return {
    findTotals(resourceId) {
      onFirst();
      const hour = hourNow();
      const key = `${resourceId} ${hour}`;
      const totals = hourlyTotals.get(key) ?? { resourceId, hour, ...emptyHour, usedAt: 0 };
      hourlyTotals.set(key, totals);
      totals.usedAt = clock.now().getTime();
      return totals;
    },
    findProxyUsage(resourceId, proxyId) {
      onFirst();
      const key = `${resourceId} ${proxyId}`;
      const use = proxyUsages.get(key) ?? { resourceId, proxyId, ...emptyProxyUsage, usedAt: 0 };
      proxyUsages.set(key, use);
      use.usedAt = clock.now().getTime();
      return use;
    },
    addBreakdown(resourceId, kind, label, { count = 0, bytes = 0, sent = 0 }) {
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
    take() {
      const batch = {
        hourlyTotals: [...hourlyTotals.values()],
        breakdowns: [...breakdowns.values()],
        proxyUsages: [...proxyUsages.values()],
      };
      hourlyTotals = new Map();
      breakdowns = new Map();
      proxyUsages = new Map();
      return batch;
    },
  };
}
