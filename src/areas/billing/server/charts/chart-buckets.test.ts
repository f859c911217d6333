import { describe, expect, it } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { listPeriodBuckets, previousBuckets } from './chart-buckets.ts';

const at = (text: string) => new Date(text);
const toIso = (dates: readonly Date[]) => dates.map((date) => date.toISOString());

describe('the buckets of a chart', () => {
  it('are days up to today in the time zone', () => {
    const now = at('2026-11-21T03:30:00Z');
    const berlin = listPeriodBuckets('7d', now, 'Europe/Berlin');
    expect([berlin.labels[0], berlin.labels[6]]).toEqual(['2026-11-15', '2026-11-21']);
    expect(berlin.starts[6]).toEqual(at('2026-11-20T23:00:00Z'));
    const newYork = listPeriodBuckets('30d', now, 'America/New_York');
    expect([newYork.labels[0], newYork.labels[29]]).toEqual(['2026-10-22', '2026-11-20']);
    expect(newYork.starts[29]).toEqual(at('2026-11-20T05:00:00Z'));
    expect(newYork.until).toEqual(now);
  });

  it('change the day at local midnight', () => {
    const last = (text: string) => listPeriodBuckets('7d', at(text), 'Asia/Kathmandu').labels[6];
    expect(last('2026-11-20T18:14:59Z')).toBe('2026-11-20');
    expect(last('2026-11-20T18:15:00Z')).toBe('2026-11-21');
  });

  it('have 23 and 25 hours at daylight saving changes', () => {
    const countHours = (now: string, zone: string) => {
      const { starts } = listPeriodBuckets('7d', at(now), zone);
      return starts.slice(1).map((start, n) => (start.getTime() - starts[n]!.getTime()) / hourMs);
    };
    expect(countHours('2026-03-31T12:00:00Z', 'Europe/Berlin')).toEqual([24, 24, 24, 24, 23, 24]);
    expect(countHours('2026-10-27T12:00:00Z', 'Europe/Berlin')).toEqual([24, 24, 24, 24, 25, 24]);
    expect(countHours('2026-11-03T12:00:00Z', 'America/New_York')).toEqual([
      24, 24, 24, 24, 25, 24,
    ]);
  });

  it.each([
    // Midnight is skipped: the day begins at one o'clock.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    // Midnight comes twice: the day begins at the first.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    // Clocks went back at midnight to 23:00: the day begins when they get there again.
    ['America/Sao_Paulo', '2019-02-17', '2019-02-17T03:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-11-21', '2026-11-21T11:00:00.000Z'],
  ])('start a day in %s, %s, at %s', (zone, day, start) => {
    const { labels, starts } = listPeriodBuckets('7d', at(`${day}T15:00:00Z`), zone);
    expect(toIso(starts)[labels.indexOf(day)]).toBe(start);
  });

  it('are weeks from Monday for 90 days, and months for a year', () => {
    const weeks = listPeriodBuckets('90d', at('2026-11-21T12:00:00Z'), 'UTC');
    expect([weeks.unit, weeks.labels.length]).toEqual(['week', 13]);
    expect([weeks.labels[0], weeks.labels[12]]).toEqual(['2026-08-24', '2026-11-16']);
    const months = listPeriodBuckets('1y', at('2026-11-21T12:00:00Z'), 'Europe/Berlin');
    expect([months.labels[0], months.labels[11]]).toEqual(['2025-12-01', '2026-11-01']);
    expect(toIso(months.starts).slice(6, 8)).toEqual([
      '2026-05-31T22:00:00.000Z',
      '2026-06-30T22:00:00.000Z',
    ]);
  });

  it('are compared with as many before, up to the same elapsed time', () => {
    const days = listPeriodBuckets('7d', at('2026-11-21T18:00:00Z'), 'UTC');
    const before = previousBuckets(days, 'UTC');
    expect([before.labels[0], before.labels[6]]).toEqual(['2026-11-08', '2026-11-14']);
    expect(before.until).toEqual(at('2026-11-14T18:00:00Z'));
    const months = listPeriodBuckets('1y', at('2026-03-31T12:00:00Z'), 'UTC');
    const year = previousBuckets(months, 'UTC');
    expect([year.labels[0], year.labels[11]]).toEqual(['2024-04-01', '2025-03-01']);
    expect(year.until).toEqual(at('2025-03-31T12:00:00Z'));
  });

  it('are never compared with themselves: a long month is cut to a shorter one before', () => {
    const months = { ...listPeriodBuckets('1y', at('2026-05-31T12:00:00Z'), 'UTC') };
    const last = { ...months, labels: months.labels.slice(11), starts: months.starts.slice(11) };
    expect(previousBuckets(last, 'UTC').until).toEqual(at('2026-05-01T00:00:00Z'));
  });
});
