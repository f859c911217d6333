// Which part of a range is read from daily sums, hourly sums or single records.
import { dayMs } from '#lib/durations.ts';
import { ceilHour, splitRange, type TimeRange } from './usage-filter.ts';

export type SegmentOptions = {
  /** Starts of the buckets; at least a day apart. */
  starts?: readonly Date[];
  /** Before this only daily sums are available. */
  hoursSince?: Date | undefined;
  /** Days that end by then have daily sums. */
  daysUntil?: Date | undefined;
};
export type UsageSegments = {
  days: TimeRange[];
  hours: TimeRange[];
  /** Hours that belong to another bucket than the noon of their day. */
  shifted: TimeRange[];
  edges: TimeRange[];
};

const floorDay = (at: Date): Date => new Date(Math.floor(at.getTime() / dayMs) * dayMs);
const ceilDay = (at: Date): Date => new Date(Math.ceil(at.getTime() / dayMs) * dayMs);
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);
const isSome = ({ from, to }: TimeRange): boolean => from < to;

export function splitSegments(range: TimeRange, options: SegmentOptions): UsageSegments {
  const { starts = [], hoursSince = range.from, daysUntil = range.from } = options;
  const recentFrom = hoursSince > range.from ? earlier(hoursSince, range.to) : range.from;
  const old = [{ from: range.from, to: recentFrom }].filter(isSome);
  const { hours, edges } = splitRange({ from: recentFrom, to: range.to });
  const known = { from: ceilDay(hours.from), to: floorDay(earlier(hours.to, daysUntil)) };
  if (!isSome(known)) return { days: old, hours: [hours].filter(isSome), shifted: [], edges };
  const rest = [
    { from: hours.from, to: known.from },
    { from: known.to, to: hours.to },
  ];
  const shifted = starts.flatMap((start) => strayHours(start, known));
  return { days: [...old, known], hours: rest.filter(isSome), shifted, edges };
}

/** The part of a bucket start's day that is on the other side of it than the day's noon. */
function strayHours(start: Date, days: TimeRange): TimeRange[] {
  const from = floorDay(start);
  if (from < days.from || from >= days.to || from.getTime() === start.getTime()) return [];
  const isMorning = start.getTime() - from.getTime() <= dayMs / 2;
  if (isMorning) return [{ from, to: ceilHour(start) }];
  return [{ from: ceilHour(start), to: ceilDay(start) }].filter(isSome);
}
