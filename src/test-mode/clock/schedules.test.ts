import { expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { nextSlot, readSchedule, slotFrom, timesOfDayOf } from './schedules.ts';

const ms = (text: string) => Date.parse(`2026-12-${text}:00Z`);

test.each([
  ['* * * * *', '01T10:00', '01T10:00'],
  ['17 * * * *', '01T10:18', '01T11:17'],
  ['5-55/10 * * * *', '01T23:56', '02T00:05'],
  ['20 3 * * *', '01T03:21', '02T03:20'],
])('the first slot of %s from %s is %s', (cron, from, slot) => {
  expect(slotFrom(readSchedule(cron), ms(from))).toBe(ms(slot));
});

test.each(['* * * * 1', '61 * * * *', '1,2 * * * *'])('%s is not read wrongly', (cron) => {
  expect(() => readSchedule(cron)).toThrow('schedule');
});

test('of an hourly queue, only the slots after a time of day are used', () => {
  const hourly = readSchedule('17 * * * *');
  const times = [0, 14 * 60 * minuteMs];
  const slots = ['01T00:00', '01T00:17', '01T14:17'].map((after) =>
    nextSlot(hourly, times, ms(after)),
  );
  expect(slots).toEqual([ms('01T00:17'), ms('01T14:17'), ms('02T00:17')]);
});

test('times of day are midnight and those of what is due, to the next minute', () => {
  const due = [new Date('2026-12-24T09:30:01Z'), new Date('2027-01-24T09:30:01Z')];
  expect(timesOfDayOf(due, new Date('2026-12-01T00:00:00Z'))).toEqual([0, 571 * minuteMs]);
});
