// Days, weeks and months of a chart in a time zone. Dates are counted as days since 1970 and
// converted to moments last: a day can have 23, 24 or 25 hours.
import { dayMs } from '#lib/durations.ts';
import type { ChartPeriod, ChartUnit } from '../../wire/charts.ts';

export type ChartBuckets = {
  unit: ChartUnit;
  /** First day of each bucket, as 2026-11-21. */
  labels: string[];
  /** First moment of each bucket. */
  starts: Date[];
  /** Exclusive end: now if the last bucket is still in progress. */
  until: Date;
};

const shapes: Record<ChartPeriod, { unit: ChartUnit; count: number }> = {
  '7d': { unit: 'day', count: 7 },
  '30d': { unit: 'day', count: 30 },
  '90d': { unit: 'week', count: 13 },
  '1y': { unit: 'month', count: 12 },
};

/** The buckets of a period; the last one contains `now`. */
export function listPeriodBuckets(period: ChartPeriod, now: Date, timeZone: string): ChartBuckets {
  const { unit, count } = shapes[period];
  const last = startOfUnit(unit, toLocalDay(now, timeZone));
  return { ...listBuckets(unit, last, count, timeZone), until: now };
}

/** The same number of buckets before, up to the same elapsed time. */
export function previousBuckets({ unit, labels, starts, until }: ChartBuckets, timeZone: string) {
  const last = stepBack(unit, dayOfLabel(labels[0]!), 1);
  const before = listBuckets(unit, last, labels.length, timeZone);
  const elapsedMs = until.getTime() - starts.at(-1)!.getTime();
  const reached = before.starts.at(-1)!.getTime() + elapsedMs;
  return { ...before, until: new Date(Math.min(reached, starts[0]!.getTime())) };
}

function listBuckets(unit: ChartUnit, last: number, count: number, timeZone: string) {
  const days = Array.from({ length: count }, (_, at) => stepBack(unit, last, count - 1 - at));
  return {
    unit,
    labels: days.map(formatDay),
    starts: days.map((day) => startOfDay(day, timeZone)),
  };
}

const formatDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
const dayOfLabel = (label: string): number => Date.parse(`${label}T00:00:00Z`) / dayMs;

/** Weeks start on Monday. */
function startOfUnit(unit: ChartUnit, day: number): number {
  const date = new Date(day * dayMs);
  if (unit === 'week') return day - ((date.getUTCDay() + 6) % 7);
  return unit === 'month' ? day - (date.getUTCDate() - 1) : day;
}

/** `day` is the first day of its bucket. */
function stepBack(unit: ChartUnit, day: number, count: number): number {
  if (unit === 'day') return day - count;
  if (unit === 'week') return day - 7 * count;
  const date = new Date(day * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count, 1) / dayMs;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating one takes a hundred times as long as using it; there are about 500 time zones. */
function readFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const created = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, created);
  return created;
}

/** Local time in the zone, read as if it were UTC. */
function toLocalMs(at: Date, timeZone: string): number {
  const parts = readFormat(timeZone).formatToParts(at);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  );
}

const toLocalDay = (at: Date, timeZone: string): number =>
  Math.floor(toLocalMs(at, timeZone) / dayMs);

/** The first moment of a day, which daylight saving can move to 01:00 or repeat. */
function startOfDay(day: number, timeZone: string): Date {
  const midnightMs = day * dayMs;
  const offsetAt = (ms: number) => toLocalMs(new Date(ms), timeZone) - ms;
  const [before, after] = [offsetAt(midnightMs - dayMs), offsetAt(midnightMs + dayMs)];
  const starts = [midnightMs - before, midnightMs - after].sort((a, b) => a - b);
  const found = starts.find((ms) => toLocalDay(new Date(ms), timeZone) === day);
  return new Date(found ?? starts[1]!);
}
