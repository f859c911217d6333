import { hourMs } from '#lib/durations.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';

/** `from` inclusive, `to` exclusive. Absent fields do not filter. */
export type UsageFilter = {
  accountId: number;
  from: Date;
  to: Date;
  keyId?: string | undefined;
  group?: string | undefined;
  path?: string | undefined;
  method?: string | undefined;
  statusCode?: number | undefined;
  /** 2 to 5. */
  statusClass?: number | undefined;
  metric?: UsageMetric | undefined;
  errorCode?: string | undefined;
  /** For records only: sums do not know their requests. */
  requestId?: string | undefined;
};

export const floorHour = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs);
export const ceilHour = (at: Date): Date => new Date(Math.ceil(at.getTime() / hourMs) * hourMs);
export const hourAfter = (at: Date): Date => new Date(at.getTime() + hourMs);

export type TimeRange = { from: Date; to: Date };

/** The whole hours of a range, and its partial hours at either end. */
export function splitRange({ from, to }: TimeRange): { hours: TimeRange; edges: TimeRange[] } {
  const hours = { from: ceilHour(from), to: floorHour(to) };
  if (hours.from >= hours.to)
    return { hours: { from: to, to }, edges: from < to ? [{ from, to }] : [] };
  const edges = [
    { from, to: hours.from },
    { from: hours.to, to },
  ].filter((edge) => edge.from < edge.to);
  return { hours, edges };
}
