import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  computeLockMs,
  computeWaitMs,
  countAttemptsLeft,
  countRecent,
  type FailedAttempt,
} from './sign-in-limits.ts';

const now = new Date('2026-11-22T12:00:00Z');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const ago = (ms: number) => new Date(now.getTime() - ms);
const stranger = { key: '203.0.113.7', isKnown: false };
const device = { key: 'device:1', isKnown: true };
const wrongBy = (source: { key: string; isKnown: boolean }, ...agesMs: number[]): FailedAttempt[] =>
  agesMs.map((ms) => ({ source_key: source.key, is_known: source.isKnown, attempted_at: ago(ms) }));
const five = { attemptsMax: 5, now };

test('a limit waits until the oldest counted time has left its window', () => {
  const times = [ago(1 * minuteMs), ago(2 * minuteMs), ago(50 * minuteMs)];
  expect(computeWaitMs(times, { timesMax: 3, windowMs: hourMs }, now)).toBe(10 * minuteMs);
  expect(computeWaitMs(times, { timesMax: 4, windowMs: hourMs }, now)).toBe(0);
  expect(computeWaitMs(times, { timesMax: 3, windowMs: 50 * minuteMs }, now)).toBe(0);
});

test('five wrong codes within 15 minutes lock for 15 minutes after the last one', () => {
  const fourth = wrongBy(device, 1 * minuteMs, 2 * minuteMs, 3 * minuteMs, 4 * minuteMs);
  expect(computeLockMs(fourth, device, five)).toBe(0);
  const fifth = [...fourth, ...wrongBy(device, 13 * minuteMs)];
  expect(computeLockMs(fifth, device, five)).toBe(14 * minuteMs);
  expect(
    computeLockMs(fifth, device, { attemptsMax: 5, now: new Date(now.getTime() + 14 * minuteMs) }),
  ).toBe(0);
  const spread = [...fourth, ...wrongBy(device, 17 * minuteMs)];
  expect(computeLockMs(spread, device, five)).toBe(0);
  expect(countRecent(spread, device, now)).toBe(4);
});

test('three wrong codes lock a browser that did not request the code', () => {
  const wrong = wrongBy(stranger, 0, 1, 2);
  expect(computeLockMs(wrong, stranger, { attemptsMax: 3, now })).toBe(15 * minuteMs);
  expect(computeLockMs(wrong, stranger, five)).toBe(0);
});

test('a network has 15 wrong codes a day', () => {
  const apart = (count: number) =>
    wrongBy(stranger, ...Array.from({ length: count }, (_, at) => (at + 1) * hourMs));
  expect(computeLockMs(apart(14), stranger, five)).toBe(0);
  expect(computeLockMs(apart(15), stranger, five)).toBe(9 * hourMs);
  expect(computeLockMs(apart(15), { key: '198.51.100.1', isKnown: false }, five)).toBe(0);
});

test('all unknown sources together have 45 a day, which do not affect known devices', () => {
  const many = Array.from({ length: 45 }, (_, at) =>
    wrongBy({ key: `10.0.0.${at}`, isKnown: false }, (at + 1) * minuteMs),
  ).flat();
  expect(computeLockMs(many, stranger, five)).toBe(24 * hourMs - 45 * minuteMs);
  expect(computeLockMs(many, device, five)).toBe(0);
  expect(computeLockMs(many.slice(1), stranger, five)).toBe(0);
});

test('attempts left are those of the strictest limit', () => {
  const recent = wrongBy(stranger, 0, 1 * minuteMs);
  expect(countAttemptsLeft(recent, stranger, five)).toBe(3);
  expect(countAttemptsLeft(recent, stranger, { attemptsMax: 3, now })).toBe(1);
  const earlier = wrongBy(stranger, ...Array.from({ length: 12 }, (_, at) => (at + 1) * hourMs));
  expect(countAttemptsLeft([...recent, ...earlier], stranger, five)).toBe(1);
  const others = Array.from({ length: 41 }, (_, at) =>
    wrongBy({ key: `10.0.0.${at}`, isKnown: false }, (at + 1) * minuteMs),
  ).flat();
  expect(countAttemptsLeft([...recent, ...others], stranger, five)).toBe(2);
  expect(countAttemptsLeft([...wrongBy(device, 0), ...others], device, five)).toBe(4);
});

test('attempts of others never lock a known device', () => {
  const others = fc.array(
    fc.record({
      source_key: fc.constantFrom('10.0.0.1', '10.0.0.2', 'device:2', 'account:1'),
      is_known: fc.boolean(),
      attempted_at: fc.integer({ min: 0, max: 24 * hourMs }).map(ago),
    }),
    { maxLength: 100 },
  );
  fc.assert(
    fc.property(others, (wrong) => {
      const newestFirst = wrong.toSorted(
        (a, b) => b.attempted_at.getTime() - a.attempted_at.getTime(),
      );
      expect(computeLockMs(newestFirst, device, five)).toBe(0);
    }),
  );
});
