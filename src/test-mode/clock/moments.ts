// At which times the queues of an account run while its time is moved. Each minute of a year would
// take hours, so only times are used at which something can be due.
import { dayMs, minuteMs } from '#lib/durations.ts';

const timesMax = 4;

/**
 * Times of a day, in milliseconds: midnight, when days and months begin, and those of what is
 * stored as due. What is due some days before or after a stored time is so due at its time of day.
 */
export function listTimesOfDay(due: readonly Date[], now: Date): number[] {
  const distance = (at: Date) => Math.abs(at.getTime() - now.getTime());
  const times = due
    .toSorted((a, b) => distance(a) - distance(b))
    .map((at) => (Math.ceil(at.getTime() / minuteMs) * minuteMs) % dayMs);
  return [...new Set([0, ...times])].slice(0, timesMax + 1);
}

/** The first moment after this one that is at one of these times of a day. */
export function nextMoment(timesOfDay: readonly number[], after: Date): number {
  const afterMs = after.getTime();
  return Math.min(
    ...timesOfDay.map((time) => (Math.floor((afterMs - time) / dayMs) + 1) * dayMs + time),
  );
}
