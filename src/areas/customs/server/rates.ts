// Exchange rates of a day: what was fetched, and for what was never fetched the dated snapshot that
// the product carries. Each currency keeps its own date and source; nothing is silently stale.
import { Decimal } from '#lib/decimal.ts';
import snapshot from '#lib/rates.snapshot.json' with { type: 'json' };
import type { Kernel } from '#server/kernel.ts';
import type { UsedRate } from './engine/scope.ts';
import { listRatesAt } from './rate-store.ts';

export type DayRate = { perEuro: Decimal; date: string; source: string };
/** By ISO code: units of the currency for one euro. */
export type DayRates = ReadonlyMap<string, DayRate>;

export type Rates = {
  /** The rates that hold on a day (`YYYY-MM-DD`). No query while they are warm. */
  on(day: string): Promise<DayRates>;
  /** After a refresh. */
  forget(): void;
};

const daysMax = 400;
const warmMs = 600_000;
const significantDigits = 12;

export function openRates({ database, clock }: Pick<Kernel, 'database' | 'clock'>): Rates {
  const warm = new Map<string, { at: number; rates: Promise<DayRates> }>();
  return {
    on(day) {
      const now = clock.now().getTime();
      const kept = warm.get(day);
      if (kept && now - kept.at < warmMs) return kept.rates;
      if (warm.size >= daysMax) warm.clear();
      const rates = readRates(database.read, day);
      warm.set(day, { at: now, rates });
      rates.catch(() => warm.delete(day));
      return rates;
    },
    forget: () => warm.clear(),
  };
}

async function readRates(db: Kernel['database']['read'], day: string): Promise<DayRates> {
  const rates = new Map(snapshotRates);
  for (const { currency, perEuro, onDate, source } of await listRatesAt(db, day)) {
    rates.set(currency, { perEuro: new Decimal(perEuro), date: onDate, source });
  }
  return rates;
}

/** ISO currencies only: what crypto is worth is the payment providers' business. */
const snapshotRates: DayRates = new Map(
  Object.entries(snapshot.rates)
    .filter(([code]) => /^[A-Z]{3}$/.test(code))
    .map(([code, perDollar]) => [
      code,
      {
        perEuro: new Decimal(perDollar).div(snapshot.rates.EUR),
        date: snapshot.date,
        source: snapshot.source,
      },
    ]),
);

/**
 * Units of `to` for one unit of `from`, through the euro where neither is it. The older of the two
 * dates is the rate's. Null when a currency has no rate.
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
  const older = olderOf(rates, from, to);
  const rate = other.perEuro.div(one.perEuro).toSignificantDigits(significantDigits);
  return {
    from,
    to,
    rate: from === to ? new Decimal(1) : rate,
    date: older.date,
    source: older.source,
  };
}

/** Whose date and source a rate has. The euro is what all are counted in: it has no age. */
function olderOf(rates: DayRates, from: string, to: string): DayRate {
  const [one, other] = [rates.get(from)!, rates.get(to)!];
  if (from === to || from === 'EUR') return to === 'EUR' ? newestOf(rates) : other;
  if (to === 'EUR') return one;
  return one.date <= other.date ? one : other;
}

export const newestOf = (rates: DayRates): DayRate =>
  [...rates.values()].reduce((newest, one) => (one.date > newest.date ? one : newest));

const staleMs = 5 * 86_400_000;

/** Longer ago than a long weekend. `day` is the day that the rates are for. */
export const isStale = (date: string, day: string): boolean =>
  Date.parse(day) - Date.parse(date) > staleMs;
