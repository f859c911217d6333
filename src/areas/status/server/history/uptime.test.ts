import { expect, test } from 'vitest';
import { uptimePercent } from './uptime.ts';

const day = (up: number, degraded = 0, down = 0) => ({
  up_minutes: up,
  degraded_minutes: degraded,
  down_minutes: down,
});

test.each([
  [[], null],
  [[day(0)], null],
  [[day(1440)], '100.00'],
  [[day(1000, 440)], '100.00'],
  [[day(720, 0, 720)], '50.00'],
  [[day(1440), day(0, 0, 1440), day(1440)], '66.66'],
  // One minute in 90 days.
  [[day(129_599, 0, 1)], '99.99'],
])('of %j it is %s', (days, percent) => {
  expect(uptimePercent(days)).toBe(percent);
});
