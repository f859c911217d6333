// Where the days, weeks and months of a chart begin in somebody's time zone. Dates are counted as
// days since 1970, and become moments only at the end: a day may have 23, 24 or 25 hours.
import type { ChartPeriod, ChartUnit } from '../../chart-contract.ts';

export type ChartTimes = {
  unit: ChartUnit;
  /** The first day of each, as 2026-11-21. */
  labels: string[];
  /** The first moment of each. */
  starts: Date[];
  /** Nothing counts from here on: the end, or now when the last one is not over. */
  until: Date;
};

const dayMs = 86_400_000;
const shapes: Record<ChartPeriod, { unit: ChartUnit; count: number }> = {
  '7d': { unit: 'day', count: 7 },
  '30d': { unit: 'day', count: 30 },
  '90d': { unit: 'week', count: 13 },
  '1y': { unit: 'month', count: 12 },
};

/** The times of a period up to now, the last of them the one that now is in. */
export function timesOf(period: ChartPeriod, now: Date, timeZone: string): ChartTimes {
  const { unit, count } = shapes[period];
  const last = firstDayOf(unit, localDayOf(now, timeZone));
  return { ...listTimes(unit, last, count, timeZone), until: now };
}

/** As many times right before, as far as the later ones have come. */
export function timesBefore({ unit, labels, starts, until }: ChartTimes, timeZone: string) {
  const last = stepBack(unit, dayOfLabel(labels[0]!), 1);
  const before = listTimes(unit, last, labels.length, timeZone);
  const elapsedMs = until.getTime() - starts.at(-1)!.getTime();
  const reached = before.starts.at(-1)!.getTime() + elapsedMs;
  return { ...before, until: new Date(Math.min(reached, starts[0]!.getTime())) };
}

function listTimes(unit: ChartUnit, last: number, count: number, timeZone: string) {
  const days = Array.from({ length: count }, (_, at) => stepBack(unit, last, count - 1 - at));
  return {
    unit,
    labels: days.map(labelOf),
    starts: days.map((day) => startOfDay(day, timeZone)),
  };
}

const labelOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
const dayOfLabel = (label: string): number => Date.parse(`${label}T00:00:00Z`) / dayMs;

/** Weeks begin on Monday. */
function firstDayOf(unit: ChartUnit, day: number): number {
  const date = new Date(day * dayMs);
  if (unit === 'week') return day - ((date.getUTCDay() + 6) % 7);
  return unit === 'month' ? day - (date.getUTCDate() - 1) : day;
}

/** `day` is the first of its time. */
function stepBack(unit: ChartUnit, day: number, count: number): number {
  if (unit === 'day') return day - count;
  if (unit === 'week') return day - 7 * count;
  const date = new Date(day * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count, 1) / dayMs;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes a hundred times as long as using it, and there are some 500 zones. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
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
  formats.set(timeZone, made);
  return made;
}

/** What the clocks show there, as if it were UTC. */
function localMsOf(at: Date, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(at);
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

const localDayOf = (at: Date, timeZone: string): number =>
  Math.floor(localMsOf(at, timeZone) / dayMs);

/**
 * The first moment of a day there. Clocks may be put forward at midnight, so that the day begins at
 * one, or back, so that it begins twice or an hour later.
 */
function startOfDay(day: number, timeZone: string): Date {
  const midnightMs = day * dayMs;
  const offsetAt = (ms: number) => localMsOf(new Date(ms), timeZone) - ms;
  const [before, after] = [offsetAt(midnightMs - dayMs), offsetAt(midnightMs + dayMs)];
  const starts = [midnightMs - before, midnightMs - after].sort((a, b) => a - b);
  const found = starts.find((ms) => localDayOf(new Date(ms), timeZone) === day);
  return new Date(found ?? starts[1]!);
}
