import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { billingPeriods } from '../wire/tariffs.ts';
import { addMonths, periodAt, periodFrom } from './periods.ts';

const utc = (text: string) => new Date(`${text}T09:30:15.123Z`);

describe('calendar months', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-01-31', 3, '2026-04-30'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2099-12-31', 2, '2100-02-28'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
  ])('%s and %i months is %s', (from, months, to) => {
    expect(addMonths(utc(from), months)).toEqual(utc(to));
  });

  it('the 31st returns after every short month of four years', () => {
    const anchor = utc('2027-01-31');
    let start = anchor;
    const ends: string[] = [];
    for (let month = 0; month < 48; month++) {
      const { end } = periodFrom(anchor, start, 'monthly');
      ends.push(end.toISOString().slice(5, 10));
      start = end;
    }
    expect(ends.slice(0, 4)).toEqual(['02-28', '03-31', '04-30', '05-31']);
    expect(ends[12]).toBe('02-29');
    expect(ends.filter((day) => day.endsWith('-31'))).toHaveLength(28);
  });
});

const anyTime = fc.date({
  min: new Date('1999-01-01'),
  max: new Date('2101-01-01'),
  noInvalidDate: true,
});
const anyPeriod = fc.constantFrom(...billingPeriods);

describe('periods from any anchor', () => {
  it('contain the given moment', () => {
    fc.assert(
      fc.property(anyTime, anyTime, anyPeriod, (anchor, at, billingPeriod) => {
        const { start, end } = periodAt(anchor, at, billingPeriod);
        expect(start <= at && at < end).toBe(true);
      }),
    );
  });

  it('are contiguous', () => {
    fc.assert(
      fc.property(anyTime, anyTime, anyPeriod, (anchor, at, billingPeriod) => {
        const { start, end } = periodAt(anchor, at, billingPeriod);
        expect(periodAt(anchor, end, billingPeriod).start).toEqual(end);
        expect(periodAt(anchor, new Date(start.getTime() - 1), billingPeriod).end).toEqual(start);
        expect(periodFrom(anchor, start, billingPeriod)).toEqual({ start, end });
      }),
    );
  });

  it('last 28 to 31 days, or 365 to 366', () => {
    fc.assert(
      fc.property(anyTime, anyTime, anyPeriod, (anchor, at, billingPeriod) => {
        const { start, end } = periodAt(anchor, at, billingPeriod);
        const days = Math.round((end.getTime() - start.getTime()) / dayMs);
        const [least, most] = billingPeriod === 'monthly' ? [28, 31] : [365, 366];
        expect(days >= least && days <= most).toBe(true);
      }),
    );
  });

  it('end at the anchor’s time of day', () => {
    fc.assert(
      fc.property(anyTime, anyTime, (anchor, at) => {
        const { end } = periodAt(anchor, at, 'monthly');
        expect(end.toISOString().slice(10)).toBe(anchor.toISOString().slice(10));
      }),
    );
  });
});
