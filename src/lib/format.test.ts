import { expect, test } from 'vitest';
import {
  formatBytes,
  formatClock,
  formatCount,
  formatCountry,
  formatDate,
  formatLanguage,
  formatMonth,
  formatPercent,
  formatRelativeTime,
  formatUtcDate,
  formatUtcDateTime,
  formatUtcDay,
  formatUtcPeriod,
  formatWait,
} from './format.ts';
import { formatMoney, formatPrice } from './format-money.ts';

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
  expect(formatRelativeTime(instant, now.getTime())).toBe(words);
});

test('a period has its first and last day', () => {
  const text = formatUtcPeriod(new Date('2026-12-21T14:00:00Z'), new Date('2027-01-21T14:00:00Z'));
  expect(text.replaceAll(/\s/g, ' ')).toBe('21 Dec 2026 – 20 Jan 2027');
});

test('the exact time before hydration is in UTC and says so', () => {
  expect(formatUtcDateTime(now)).toBe('20 Nov 2026, 12:00 UTC');
});

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [42, '42 seconds'],
  [60, '1 minute'],
  [881, '15 minutes'],
  [900, '15 minutes'],
  [7_200, '2 hours'],
])('%i seconds are formatted as "%s"', (seconds, words) => {
  expect(formatWait(seconds)).toBe(words);
});

test('a countdown shows minutes and two digits of seconds', () => {
  expect(formatClock(9)).toBe('0:09');
  expect(formatClock(725)).toBe('12:05');
  expect(formatClock(72_005)).toBe('20:00:05');
});

test('a date without a time is the same day everywhere', () => {
  expect(formatUtcDate('2026-11-21')).toBe('21 Nov 2026');
  expect(formatUtcDay('2026-11-21')).toBe('21 Nov');
  expect(formatMonth('2026-11')).toBe('November 2026');
});

test('an invalid time is unchanged', () => {
  expect(formatDate('soon')).toBe('soon');
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [181_600, '182 kB'],
  [1_440_000, '1.4 MB'],
  [3e12, '3 TB'],
])('%i bytes are formatted as "%s"', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('counts, shares, names', () => {
  expect(formatCount(1204)).toBe('1,204');
  expect(formatCount(1, 'request')).toBe('1 request');
  expect(formatCount(2, 'reply', 'replies')).toBe('2 replies');
  expect(formatPercent(0.125, { isSigned: true })).toBe('+12.5%');
  expect(formatCountry('DE')).toBe('Germany');
  expect(formatCountry('?')).toBe('?');
  expect(formatLanguage('pt-br')).toBe('Brazilian Portuguese');
  expect(formatLanguage('not a tag')).toBe('not a tag');
});

test('money of the API, also in a currency that is not known', () => {
  expect(formatMoney('1250.5', 'USD')).toBe('$1,250.50');
  expect(formatMoney('12', 'XYZ')).toBe('12 XYZ');
  expect(formatPrice('79.00', 'USD')).toBe('$79');
  expect(formatPrice('65.83', 'USD')).toBe('$65.83');
});
