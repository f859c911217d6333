import { expect, test } from 'vitest';
import { sayClock, sayWait } from './wait-words.ts';

test.each([
  [0, '1 second'],
  [1, '1 second'],
  [42, '42 seconds'],
  [60, '1 minute'],
  [881, '15 minutes'],
  [900, '15 minutes'],
  [7_200, '2 hours'],
])('%i seconds are said as "%s"', (seconds, words) => {
  expect(sayWait(seconds)).toBe(words);
});

test('a countdown shows minutes and two digits of seconds', () => {
  expect(sayClock(9)).toBe('0:09');
  expect(sayClock(725)).toBe('12:05');
  expect(sayClock(72_005)).toBe('20:00:05');
});
