import { dayMs, hourMs } from '#lib/durations.ts';
import type { Period } from '../../wire/proxies.constants.ts';

const lengths: Record<Period, number> = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs };

export type StatisticsQuery = { period: Period; granularity?: 'hour' | 'day' | undefined };

/** Whole hours or days in UTC; the last one is in progress. */
export function toBounds({ period, granularity }: StatisticsQuery, now: Date) {
  const unit = granularity ?? (period === '24h' ? 'hour' : 'day');
  const step = unit === 'hour' ? hourMs : dayMs;
  const to = (Math.floor(now.getTime() / step) + 1) * step;
  return { unit, step, from: new Date(to - lengths[period]), to: new Date(to) } as const;
}
