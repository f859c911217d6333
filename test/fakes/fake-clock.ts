import type { Clock } from '#kernel/clock.ts';
import type { ClockSources } from '#kernel/clock-watch.ts';

export type FakeClock = Clock & {
  /** Time passes, for the process and for the database. */
  advance(ms: number): void;
  set(at: Date): void;
  /** The clocks are wrong by this much from now on, while no time passes. 0 sets one right. */
  misset(by: { processMs?: number; databaseMs?: number }): void;
  /** What a watch of the clock compares it with. */
  sources: Pick<ClockSources, 'readDatabaseTime' | 'readUptimeMs'>;
};

/**
 * Starts at the real time, because rate limits and the database use their own clocks; then stops.
 */
export function createFakeClock(start = new Date()): FakeClock {
  let at = start.getTime();
  let wrong = { processMs: 0, databaseMs: 0 };
  return {
    now: () => new Date(at + wrong.processMs),
    advance: (ms) => {
      at += ms;
    },
    set: (date) => {
      at = date.getTime() - wrong.processMs;
    },
    misset: (by) => {
      wrong = { ...wrong, ...by };
    },
    sources: {
      readDatabaseTime: async () => new Date(at + wrong.databaseMs),
      readUptimeMs: () => at,
    },
  };
}
