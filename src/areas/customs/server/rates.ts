// Exchange rates of a day: the newest that are not after it, of what was fetched and of the dated
// snapshot that the product carries. Each currency keeps its own date and source; nothing is silently
// stale.

import type { Db } from '#kernel/database/database.ts';
import { runDetached } from '#kernel/database/work.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { Decimal } from '#lib/decimal.ts';
import snapshot from '#lib/rates.snapshot.json' with { type: 'json' };
import type { UsedRate } from './engine/scope.ts';
import { listRatesAt } from './rate-store.ts';

export type DayRate = {
  perEuro: Decimal;
  date: string;
  source: string;
  /** Of a day after the one that was asked for: none is known from before. */
  isLater: boolean;
};
/** By ISO code: units of the currency for one euro. */
export type DayRates = ReadonlyMap<string, DayRate>;

export type Rates = {
  /** The rates that hold on a day (`YYYY-MM-DD`). Asks the database, unless they are warm. */
  on(day: string): Promise<DayRates>;
  /** After a refresh. */
  forget(): void;
};

const daysMax = 400;
const warmMs = 600_000;
const significantDigits = 12;

export function openRates({ work, clock }: Pick<Kernel, 'work' | 'clock'>): Rates {
  const warm = new Map<string, { at: number; rates: Promise<DayRates> }>();
  return {
    on(day) {
      const now = clock.now().getTime();
      const kept = warm.get(day);
      if (kept && now - kept.at < warmMs) return kept.rates;
      if (warm.size >= daysMax) warm.clear();
      const rates = runDetached(() => work.replica((db) => readRates(db, day)));
      warm.set(day, { at: now, rates });
      rates.catch(() => warm.delete(day));
      return rates;
    },
    forget: () => warm.clear(),
  };
}

/** Of each currency the newest rate up to a day; one that is known from later alone says so. */
export async function readRates(db: Db, day: string): Promise<DayRates> {
  const isLater = snapshot.date > day;
  const rates = new Map<string, DayRate>();
  for (const [currency, perEuro] of carried)
    rates.set(currency, { perEuro, date: snapshot.date, source: snapshot.source, isLater });
  for (const { currency, perEuro, onDate, source } of await listRatesAt(db, day)) {
    const isOlder = !isLater && onDate < snapshot.date && rates.has(currency);
    if (isOlder) continue;
    rates.set(currency, { perEuro: new Decimal(perEuro), date: onDate, source, isLater: false });
  }
  return rates;
}

/** Per euro. ISO currencies only: what crypto is worth is the payment providers' business. */
const carried = Object.entries(snapshot.rates)
  .filter(([code]) => /^[A-Z]{3}$/.test(code))
  .map(([code, perDollar]) => [code, new Decimal(perDollar).div(snapshot.rates.EUR)] as const);

/**
 * Units of `to` for one unit of `from`, through the euro where neither is it. The rate's date is
 * the more doubtful of the two: one of a later day, or else the older. Null when a currency has no
 * rate.
 */
export function findRate(rates: DayRates, from: string, to: string): UsedRate | null {
  const known = found.get(rates) ?? new Map<string, UsedRate | null>();
  found.set(rates, known);
  const pair = `${from} ${to}`;
  const rate = known.get(pair) ?? crossRate(rates, from, to);
  known.set(pair, rate);
  return rate;
}

/** The rates of a day never change, and a division of 60 digits costs more than a look-up. */
const found = new WeakMap<DayRates, Map<string, UsedRate | null>>();

function crossRate(rates: DayRates, from: string, to: string): UsedRate | null {
  const one = rates.get(from);
  const other = rates.get(to);
  if (!one || !other) return null;
  const dated = datedBy(rates, from, to);
  const rate = other.perEuro.div(one.perEuro).toSignificantDigits(significantDigits);
  return {
    from,
    to,
    rate: from === to ? new Decimal(1) : rate,
    date: dated.date,
    source: dated.source,
  };
}

/** Whose date and source a rate has. The euro is what all are counted in: it has no age. */
function datedBy(rates: DayRates, from: string, to: string): DayRate {
  const [one, other] = [rates.get(from)!, rates.get(to)!];
  if (from === to || from === 'EUR') return to === 'EUR' ? newestOf(rates) : other;
  if (to === 'EUR') return one;
  if (one.isLater !== other.isLater) return one.isLater ? one : other;
  return one.date <= other.date ? one : other;
}

/** Of those that are not of a later day, if there are any. */
export function newestOf(rates: DayRates): DayRate {
  const all = [...rates.values()];
  const held = all.filter(({ isLater }) => !isLater);
  return (held.length > 0 ? held : all).reduce((newest, one) =>
    one.date > newest.date ? one : newest,
  );
}

const staleMs = 5 * 86_400_000;

/** After the day that a rate is for, or longer before it than a long weekend. */
export const isStale = (date: string, day: string): boolean =>
  date > day || Date.parse(day) - Date.parse(date) > staleMs;
