import { expect, test } from 'vitest';
import { daysOfPeriod } from './period-days.ts';

const days = (start: string, end: string) => {
  const { first, last } = daysOfPeriod(new Date(start), new Date(end));
  return [first, last].map((day) => day.toISOString());
};

test.each([
  // The day on which a period ends is the first one of the next.
  ['2027-01-10T09:00:00Z', '2027-02-10T09:00:00Z', '2027-01-10', '2027-02-09'],
  ['2027-02-10T09:00:00Z', '2027-03-10T09:00:00Z', '2027-02-10', '2027-03-09'],
  ['2027-01-31T23:59:59.999Z', '2027-02-28T23:59:59.999Z', '2027-01-31', '2027-02-27'],
  ['2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z', '2027-01-01', '2027-01-31'],
  ['2027-01-10T09:00:00Z', '2027-01-10T17:00:00Z', '2027-01-10', '2027-01-10'],
])('a period from %s to %s is from %s to %s', (start, end, first, last) => {
  expect(days(start, end)).toEqual([`${first}T00:00:00.000Z`, `${last}T00:00:00.000Z`]);
});
