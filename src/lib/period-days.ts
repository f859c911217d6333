import { dayMs } from './durations.ts';

const startOfUtcDay = (at: Date): number => Math.floor(at.getTime() / dayMs) * dayMs;

/**
 * The first and the last day of a period, in UTC. `end` is the moment after it: its day is the
 * first one of the next period, so consecutive periods share no day. A period within one day has
 * that day.
 */
export function daysOfPeriod(start: Date, end: Date): { first: Date; last: Date } {
  const first = startOfUtcDay(start);
  return { first: new Date(first), last: new Date(Math.max(first, startOfUtcDay(end) - dayMs)) };
}
