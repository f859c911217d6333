// Exchange rates of a day: for each currency the newest rate up to that day, fetched or from the
// snapshot that comes with the product. Each rate has its own date and source, so a stale one
// shows.

import type { Db } from '#kernel/database/database.ts';
import { runDetached } from '#kernel/database/work.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { Decimal } from '#lib/decimal.ts';
import { dayMs, minuteMs } from '#lib/durations.ts';
import snapshot from '#lib/rates.snapshot.json' with { type: 'json' };
import type { UsedRate } from '../engine/scope.ts';
import { listRatesAt } from './rate-store.ts';

export type DayRate = {
  perEuro: Decimal;
  date: string;
  source: string;
  /** From a later day than requested, because none is known from before. */
  isLater: boolean;
};
/** By ISO code: units of the currency for one euro. */
export type DayRates = ReadonlyMap<string, DayRate>;

export type Rates = {
  /** The rates of a day (`YYYY-MM-DD`), from the cache or the database. */
  on(day: string): Promise<DayRates>;
  /** After a refresh. */
  clear(): void;
};

const daysMax = 400;
const cacheMs = 10 * minuteMs;
const significantDigits = 12;

export function createRates({ work, clock }: Pick<Kernel, 'work' | 'clock'>): Rates {
  const cache = new Map<string, { at: number; rates: Promise<DayRates> }>();
  return {
    on(day) {
      const now = clock.now().getTime();
      const cached = cache.get(day);
      if (cached && now - cached.at < cacheMs) return cached.rates;
      if (cache.size >= daysMax) cache.clear();
      const rates = runDetached(() => work.replica((db) => readRates(db, day)));
      cache.set(day, { at: now, rates });
      rates.catch(() => cache.delete(day));
      return rates;
    },
    clear: () => cache.clear(),
  };
}

/** Of each currency the newest rate up to a day, or else a later one, marked `isLater`. */
export async function readRates(db: Db, day: string): Promise<DayRates> {
  const isLater = snapshot.date > day;
  const rates = new Map<string, DayRate>();
  for (const [currency, perEuro] of snapshotRates)
    rates.set(currency, { perEuro, date: snapshot.date, source: snapshot.source, isLater });
  for (const { currency, perEuro, rateDate, source } of await listRatesAt(db, day)) {
    const isOlder = !isLater && rateDate < snapshot.date && rates.has(currency);
    if (isOlder) continue;
    rates.set(currency, { perEuro: new Decimal(perEuro), date: rateDate, source, isLater: false });
  }
  return rates;
}

/** Per euro. ISO currencies only: payment providers quote cryptocurrencies. */
const snapshotRates = Object.entries(snapshot.rates)
  .filter(([code]) => /^[A-Z]{3}$/.test(code))
  .map(([code, perDollar]) => [code, new Decimal(perDollar).div(snapshot.rates.EUR)] as const);

/**
 * Units of `to` for one unit of `from`, through the euro. Its date is the less reliable of the two:
 * a later day, or else the older one. Null if a currency has no rate.
 */
export function findRate(rates: DayRates, from: string, to: string): UsedRate | null {
  const known = crossRates.get(rates) ?? new Map<string, UsedRate | null>();
  crossRates.set(rates, known);
  const pair = `${from} ${to}`;
  const rate = known.get(pair) ?? crossRate(rates, from, to);
  known.set(pair, rate);
  return rate;
}

/** Rates of a day never change, and a 60-digit division costs more than a lookup. */
const crossRates = new WeakMap<DayRates, Map<string, UsedRate | null>>();

function crossRate(rates: DayRates, from: string, to: string): UsedRate | null {
  const one = rates.get(from);
  const other = rates.get(to);
  if (!one || !other) return null;
  const dated = findDatingRate(rates, from, to);
  const rate = other.perEuro.div(one.perEuro).toSignificantDigits(significantDigits);
  return {
    from,
    to,
    rate: from === to ? new Decimal(1) : rate,
    date: dated.date,
    source: dated.source,
  };
}

/** The rate that gives a cross rate its date and source. The euro is the base and has no date. */
function findDatingRate(rates: DayRates, from: string, to: string): DayRate {
  const [one, other] = [rates.get(from)!, rates.get(to)!];
  if (from === to || from === 'EUR') return to === 'EUR' ? newestOf(rates) : other;
  if (to === 'EUR') return one;
  if (one.isLater !== other.isLater) return one.isLater ? one : other;
  return one.date <= other.date ? one : other;
}

/** Ignores rates of a later day unless all are. */
export function newestOf(rates: DayRates): DayRate {
  const all = [...rates.values()];
  const current = all.filter(({ isLater }) => !isLater);
  return (current.length > 0 ? current : all).reduce((newest, one) =>
    one.date > newest.date ? one : newest,
  );
}

const staleMs = 5 * dayMs;

/** Later than the day, or earlier by more than a long weekend. */
export const isStale = (date: string, day: string): boolean =>
  date > day || Date.parse(day) - Date.parse(date) > staleMs;
