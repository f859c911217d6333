import { expect, test } from 'vitest';
import { sayExactUtc, sayRelative } from './time-words.ts';

const now = new Date('2026-11-20T12:00:00Z');
const distances: [seconds: number, words: string][] = [
  [0, 'just now'],
  [-59, 'just now'],
  [59, 'just now'],
  [-60, '1 minute ago'],
  [-3599, '59 minutes ago'],
  [-7200, '2 hours ago'],
  [-86_400, 'yesterday'],
  [172_800, 'in 2 days'],
  [-31_536_000, 'last year'],
];

test.each(distances)('an instant %d s away is "%s"', (seconds, words) => {
  const instant = new Date(now.getTime() + seconds * 1000);
  expect(sayRelative(instant, now.getTime())).toBe(words);
});

test('the exact time before hydration is in UTC and says so', () => {
  expect(sayExactUtc(now)).toBe('20 Nov 2026, 12:00 UTC');
});
