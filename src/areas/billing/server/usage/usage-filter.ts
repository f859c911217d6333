import type { UsageMetric } from '#lib/endpoint.ts';

/** `from` within, `to` without. What is absent does not matter. */
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
};

const hourMs = 3_600_000;
export const floorHour = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs);
export const ceilHour = (at: Date): Date => new Date(Math.ceil(at.getTime() / hourMs) * hourMs);
export const hourAfter = (at: Date): Date => new Date(at.getTime() + hourMs);

export type TimeRange = { from: Date; to: Date };

/** The whole hours of a range, and what of it begins or ends within an hour. */
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
