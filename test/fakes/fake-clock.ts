import type { Clock } from '#kernel/clock.ts';

export type FakeClock = Clock & { advance(ms: number): void; set(at: Date): void };

/**
 * Starts at the real time, because rate limits and the database use their own clocks; then stops.
 */
export function createFakeClock(start = new Date()): FakeClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms;
    },
    set: (date) => {
      at = date.getTime();
    },
  };
}
