import { expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { listTimesOfDay, nextMoment } from './moments.ts';

test('times of a day are midnight and those of what is due, to the next minute', () => {
  const due = [new Date('2026-12-24T09:30:01Z'), new Date('2027-01-24T09:30:01Z')];
  expect(listTimesOfDay(due, new Date('2026-12-01T00:00:00Z'))).toEqual([0, 571 * minuteMs]);
});

test.each([
  ['2026-12-01T00:00:00.000Z', '2026-12-01T09:31:00.000Z'],
  ['2026-12-01T09:31:00.000Z', '2026-12-02T00:00:00.000Z'],
  ['2026-12-01T23:59:59.999Z', '2026-12-02T00:00:00.000Z'],
])('after %s comes %s', (after, next) => {
  const found = nextMoment([0, 571 * minuteMs], new Date(after));
  expect(new Date(found).toISOString()).toBe(next);
});
