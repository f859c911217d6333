import type { Clock } from '#kernel/clock.ts';

export type FakeClock = Clock & { advance(ms: number): void; set(at: Date): void };

/** Starts at the real time, because limits and databases have clocks of their own; then stands. */
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
