// For every currency the best rate that is known on a day, from all sources and the snapshot.
import { Decimal } from '#lib/decimal.ts';
import { dayMs } from '#lib/durations.ts';
import snapshot from '#lib/rates.snapshot.json' with { type: 'json' };
import { createBook, type Fraction, rebase, unity } from './rate-book.ts';
import { findRateSource, type RateSource } from './rate-sources.ts';
import type { StoredQuotation } from './rate-store.ts';

/** For one euro. `source` is for people; that of the snapshot is `indicative`. */
export type DayRate = Fraction & {
  date: string;
  source: string;
  /** From a later day than requested, because none is known from before. */
  isLater: boolean;
};

export const indicativeSource = snapshot.source;

const staleMs = 5 * dayMs;

/** Later than the day, or earlier by more than a long weekend. */
export const isStale = (date: string, day: string): boolean =>
  date > day || Date.parse(day) - Date.parse(date) > staleMs;

/** Per euro. ISO currencies only: payment providers quote cryptocurrencies. */
const snapshotRates = Object.entries(snapshot.rates)
  .filter(([code]) => /^[A-Z]{3}$/.test(code))
  .map(([code, perDollar]): [string, Fraction] => [
    code,
    { over: new Decimal(perDollar), under: new Decimal(snapshot.rates.EUR) },
  ]);

/** `quotations`: the newest of each source and pair. Those entered by hand yield to recent ones. */
export function mergeRates(
  quotations: readonly StoredQuotation[],
  day: string,
): ReadonlyMap<string, DayRate> {
  const isLater = snapshot.date > day;
  const merged = new Map<string, DayRate>();
  for (const [currency, fraction] of snapshotRates)
    merged.set(currency, { ...fraction, date: snapshot.date, source: snapshot.source, isLater });
  for (const [currency, { rank, ...rate }] of listBest(quotations, day)) {
    const isOlder = !isLater && !rank.isFresh && rate.date < snapshot.date;
    if (!isOlder || !merged.has(currency)) merged.set(currency, rate);
  }
  return merged;
}

type Rank = { isFresh: boolean; order: number };
type Candidate = DayRate & { rank: Rank };

function listBest(quotations: readonly StoredQuotation[], day: string): Map<string, Candidate> {
  const best = new Map<string, Candidate>();
  for (const [id, own] of Map.groupBy(quotations, ({ source }) => source)) {
    const source = findRateSource(id);
    if (!source) continue;
    for (const [currency, candidate] of listCandidates(source, own, day)) {
      const other = best.get(currency);
      if (!other || isBetter(candidate, other)) best.set(currency, candidate);
    }
  }
  return best;
}

/** A source without a rate of the euro cannot be compared with the others. */
function listCandidates(
  source: RateSource,
  quotations: readonly StoredQuotation[],
  day: string,
): [string, Candidate][] {
  const book = createBook(source.home, quotations);
  const own = { ...unity, date: '', validUntil: null };
  const euro = source.home === 'EUR' ? own : book.get('EUR');
  if (!euro) return [];
  const all = [...book, ...(source.home === 'EUR' ? [] : [[source.home, own] as const])];
  return all
    .filter(([currency]) => currency !== 'EUR')
    .map(([currency, entry]) => {
      const dates = [entry, euro].filter(({ date }) => date !== '');
      const date = dates.map((one) => one.date).sort()[0]!;
      const holds = dates.every(({ validUntil }) => validUntil !== null && validUntil >= day);
      const rank = { isFresh: holds || !isStale(date, day), order: rankSource(source, currency) };
      return [
        currency,
        { ...rebase(entry, euro), date, source: source.title, isLater: false, rank },
      ];
    });
}

/** The euro's own bank first, then that of the currency, then other daily rates. */
function rankSource({ home, validity }: RateSource, currency: string): number {
  if (home === 'EUR') return 0;
  if (home === currency) return 1;
  return validity === 'day' ? 2 : 3;
}

function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.rank.isFresh !== other.rank.isFresh) return one.rank.isFresh;
  if (one.rank.order !== other.rank.order) return one.rank.order < other.rank.order;
  return one.date > other.date;
}
