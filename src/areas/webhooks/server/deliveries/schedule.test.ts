import { expect, test } from 'vitest';
import { retryDelaysSeconds } from '../../wire/webhooks.constants.ts';
import { nextAttemptAt, readRetryAfter } from './schedule.ts';

const now = new Date('2026-12-01T09:30:00Z');
const secondsUntil = (at: Date | null) => at && (at.getTime() - now.getTime()) / 1000;
const retry = (tries: number, more: { random?: number; retryAfterSeconds?: number } = {}) =>
  secondsUntil(nextAttemptAt({ tries, now, retryAfterSeconds: null, random: 0, ...more }));

test('waits longer after each failure, for three days in all, and then gives up', () => {
  const delays = retryDelaysSeconds.map((_, at) => retry(at + 1));
  expect(delays).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  expect(retry(retryDelaysSeconds.length + 1)).toBeNull();
  const total = retryDelaysSeconds.reduce((sum, delay) => sum + delay, 0);
  expect(total / 86_400).toBeGreaterThan(3);
});

test('spreads attempts by up to a fifth of the wait', () => {
  expect(retry(2, { random: 1 })).toBe(360);
  expect(retry(2, { random: 0.5 })).toBe(330);
});

test('does not come before the receiver asked, nor a day after it', () => {
  expect(retry(1, { retryAfterSeconds: 120 })).toBe(120);
  expect(retry(3, { retryAfterSeconds: 120 })).toBe(1800);
  expect(retry(1, { retryAfterSeconds: 10_000_000 })).toBe(86_400);
  // It gives no more attempts.
  expect(retry(10, { retryAfterSeconds: 120 })).toBeNull();
});

test.each([
  ['120', 120],
  [' 7 ', 7],
  ['Tue, 01 Dec 2026 09:31:00 GMT', 60],
  ['Tue, 01 Dec 2026 09:00:00 GMT', 0],
  ['soon', null],
  ['-5', null],
  [undefined, null],
])('Retry-After: %s', (header, seconds) => {
  const read = readRetryAfter(header, now);
  if (seconds === null && header === '-5') expect(read ?? 0).toBeGreaterThanOrEqual(0);
  else expect(read).toBe(seconds);
});
