import { beforeEach, expect, test, vi } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '#lib/durations.ts';
import { createFakeClock, type FakeClock } from '#test/fakes/fake-clock.ts';
import { type ClockWatch, createClockWatch } from './clock-watch.ts';

let clock: FakeClock;
let watch: ClockWatch;
const log = { error: vi.fn(), info: vi.fn() };

beforeEach(() => {
  vi.clearAllMocks();
  clock = createFakeClock(new Date('2027-03-10T12:00:00Z'));
  watch = createClockWatch({ clock, ...clock.sources, log });
});

test('a clock that agrees with the database is right, however much time passes', async () => {
  clock.advance(400 * dayMs);
  expect(await watch.findFault()).toBeNull();
  clock.misset({ processMs: 2 * minuteMs });
  expect(await watch.findFault()).toBeNull();
});

test.each([
  [2 * minuteMs + secondMs, '3 minutes ahead of that of the database. Set the wrong one right.'],
  [91 * dayMs, '91 days ahead of that of the database. Set the wrong one right.'],
  [-5 * hourMs, '5 hours behind that of the database. Set the wrong one right.'],
  [-91 * dayMs, '91 days behind that of the database. Set the wrong one right.'],
])('a clock that differs by %i ms is wrong', async (processMs, says) => {
  clock.misset({ processMs });
  expect(await watch.findFault()).toBe(`The clock of this process is ${says}`);
});

test('a database whose clock is wrong is noticed as well', async () => {
  clock.misset({ databaseMs: 91 * dayMs });
  expect(await watch.findFault()).toContain('91 days behind that of the database');
});

test.each([
  [91 * dayMs, 'ahead by 91 days'],
  [-91 * dayMs, 'back by 91 days'],
])('both clocks jumping by %i ms while the process runs is noticed', async (ms, says) => {
  clock.misset({ processMs: ms, databaseMs: ms });
  expect(await watch.findFault()).toBe(
    `The clock jumped ${says} while this process ran. Set it right, or restart the process if it is right now.`,
  );
  expect(await createClockWatch({ clock, ...clock.sources, log }).findFault()).toBeNull();
});

test('the beginning and the end are logged once each', async () => {
  clock.misset({ processMs: -dayMs });
  await watch.findFault();
  await watch.findFault();
  clock.misset({ processMs: 0 });
  expect(await watch.findFault()).toBeNull();
  expect(await watch.findFault()).toBeNull();
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(log.info).toHaveBeenCalledTimes(1);
});

test('without an answer of the database nothing is known', async () => {
  const readDatabaseTime = () => Promise.reject(new Error('away'));
  const blind = createClockWatch({ clock, ...clock.sources, readDatabaseTime, log });
  await expect(blind.findFault()).rejects.toThrow('away');
});
