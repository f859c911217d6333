import { expect, test } from 'vitest';
import { describeDay, fillHistory } from './history-days.ts';

const now = new Date('2026-11-26T10:00:00.000Z');
const createDay = (day: string, up: number, degraded = 0, down = 0) => ({
  day,
  up_minutes: up,
  degraded_minutes: degraded,
  down_minutes: down,
});
const last = (count: number, ...days: ReturnType<typeof createDay>[]) =>
  fillHistory(days, now)
    .slice(-count)
    .map(({ state }) => state);

test('days that were not measured have no data, and are never up', () => {
  const days = fillHistory([], now);
  expect(days).toHaveLength(90);
  expect([days[0]!.day, days[89]!.day]).toEqual(['2026-08-29', '2026-11-26']);
  expect(new Set(days.map(({ state }) => state))).toEqual(new Set(['unmeasured']));
});

test('a day is as bad as its worst minute', () => {
  const days = [
    createDay('2026-11-23', 1440),
    createDay('2026-11-24', 1430, 10),
    createDay('2026-11-25', 1430, 9, 1),
  ];
  expect(last(4, ...days)).toEqual(['up', 'degraded', 'down', 'unmeasured']);
});

test('a day of which too little was measured is not up', () => {
  expect(last(2, createDay('2026-11-25', 1297))).toEqual(['up', 'unmeasured']);
  expect(last(2, createDay('2026-11-25', 1295))).toEqual(['unmeasured', 'unmeasured']);
});

test('today counts until now', () => {
  expect(last(1, createDay('2026-11-26', 598))).toEqual(['up']);
  expect(last(1, createDay('2026-11-26', 300))).toEqual(['unmeasured']);
});

test.each([
  [createDay('2026-11-25', 1440), '25 Nov 2026: no disturbance'],
  [createDay('2026-11-25', 1428, 0, 12), '25 Nov 2026: down for 12 minutes'],
  [
    createDay('2026-11-25', 1300, 5, 12),
    '25 Nov 2026: down for 12 minutes, disrupted for 5 minutes and no data for 3 hours',
  ],
  [createDay('2026-11-24', 0), '25 Nov 2026: no data'],
])('%j is described', (day, words) => {
  expect(describeDay(fillHistory([day], now).at(-2)!)).toBe(words);
});
