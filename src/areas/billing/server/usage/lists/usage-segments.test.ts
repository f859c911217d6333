import { expect, test } from 'vitest';
import type { TimeRange } from './usage-filter.ts';
import { splitSegments } from './usage-segments.ts';

const at = (text: string) => new Date(`2030-${text}:00Z`);
const range = (from: string, to: string): TimeRange => ({ from: at(from), to: at(to) });

test('reads hours, and records at the ends, without daily sums', () => {
  expect(splitSegments(range('05-01T10:30', '05-03T12:15'), {})).toEqual({
    days: [],
    hours: [range('05-01T11:00', '05-03T12:00')],
    shifted: [],
    edges: [range('05-01T10:30', '05-01T11:00'), range('05-03T12:00', '05-03T12:15')],
  });
});

test('reads whole days as one range if no bucket starts within them', () => {
  const starts = ['05-01T00:00', '05-02T00:00', '05-03T00:00', '05-04T00:00'].map(at);
  const options = { starts, daysUntil: at('05-04T00:00') };
  expect(splitSegments(range('05-01T00:00', '05-04T13:00'), options)).toEqual({
    days: [range('05-01T00:00', '05-04T00:00')],
    hours: [range('05-04T00:00', '05-04T13:00')],
    shifted: [],
    edges: [],
  });
});

test('shifts the hours of a day that a bucket start separates from its noon', () => {
  const options = { daysUntil: at('05-10T00:00') };
  const berlin = [at('04-30T22:00'), at('05-07T22:00')];
  const whole = range('04-30T22:00', '05-10T13:00');
  expect(splitSegments(whole, { ...options, starts: berlin })).toEqual({
    days: [range('05-01T00:00', '05-10T00:00')],
    hours: [range('04-30T22:00', '05-01T00:00'), range('05-10T00:00', '05-10T13:00')],
    shifted: [range('05-07T22:00', '05-08T00:00')],
    edges: [],
  });
  const newYork = [at('05-02T04:00'), at('05-03T04:00')];
  const kolkata = [at('05-02T18:30')];
  expect(splitSegments(whole, { ...options, starts: [...newYork, ...kolkata] }).shifted).toEqual([
    range('05-02T00:00', '05-02T04:00'),
    range('05-03T00:00', '05-03T04:00'),
    range('05-02T19:00', '05-03T00:00'),
  ]);
});

test('reads only days before the retention of hours', () => {
  const options = { starts: [at('01-01T05:00')], hoursSince: at('04-01T00:00') };
  expect(splitSegments(range('01-01T05:00', '04-02T01:00'), options)).toEqual({
    days: [range('01-01T05:00', '04-01T00:00')],
    hours: [range('04-01T00:00', '04-02T01:00')],
    shifted: [],
    edges: [],
  });
  expect(splitSegments(range('01-01T05:00', '03-01T00:00'), options)).toEqual({
    days: [range('01-01T05:00', '03-01T00:00')],
    hours: [],
    shifted: [],
    edges: [],
  });
});
