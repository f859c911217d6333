import type { StatusDayWire } from '../../wire/status.ts';

type Minutes = Pick<StatusDayWire, 'up_minutes' | 'degraded_minutes' | 'down_minutes'>;

/**
 * The share of the measured minutes in which a component was not down, as decimal text with two
 * places. Rounded down, so that a single minute shows; null when nothing was measured.
 */
export function uptimePercent(days: readonly Minutes[]): string | null {
  let measured = 0;
  let down = 0;
  for (const { up_minutes, degraded_minutes, down_minutes } of days) {
    measured += up_minutes + degraded_minutes + down_minutes;
    down += down_minutes;
  }
  if (measured === 0) return null;
  const hundredths = Math.floor(((measured - down) * 10_000) / measured);
  return (hundredths / 100).toFixed(2);
}
