// Exchange rates of a day: those that the customs of a place use, and for every currency the best
// known one, fetched or from the snapshot that comes with the product. Each rate has its own date
// and source, so a stale one shows.

import type { Db } from '#kernel/database/database.ts';
import { runDetached } from '#kernel/database/work.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { Decimal } from '#lib/decimal.ts';
import { minuteMs } from '#lib/durations.ts';
import type { UsedRate } from '../engine/scope.ts';
import { type DayRate, indicativeSource, mergeRates } from './merge-rates.ts';
import { type BookEntry, createBook, crossFractions, type RateBook, unity } from './rate-book.ts';
import {
  choosePolicyQuotations,
  describePolicy,
  findRatePolicy,
  listFirstDays,
  type Place,
  policyDay,
  type RatePolicy,
} from './rate-policies.ts';
import { type RateSourceId, rateSourceIds, rateSources } from './rate-sources.ts';
import { listFirstQuotations, listNewestQuotations } from './rate-store.ts';

/** What the customs of a place use. The book lacks what is not known. */
export type PolicyRates = { policy: RatePolicy; home: string; source: string; book: RateBook };

export type DayRates = {
  day: string;
  /** By ISO code: the best known rate of every currency, for one euro. */
  general: ReadonlyMap<string, DayRate>;
  /** Null without a place, or if its rule is not known. */
  policy: PolicyRates | null;
  /** Whether the currency has a rate. */
  has(currency: string): boolean;
};

/** A rate with what is to be said about it. `policy` is a sentence: whose rate should be used. */
export type FoundRate = UsedRate & { policy?: string | null; isPolicyRate?: boolean };

export type Rates = {
  /** The rates of a day (`YYYY-MM-DD`) for the customs of a place. Cached for some minutes. */
  on(day: string, place?: Place): Promise<DayRates>;
  /** After a refresh. */
  clear(): void;
};

const entriesMax = 400;
const cacheMs = 10 * minuteMs;

export function createRates({ work, clock }: Pick<Kernel, 'work' | 'clock'>): Rates {
  const cache = new Map<string, { at: number; rates: Promise<DayRates> }>();
  const cached = (key: string, load: () => Promise<DayRates>): Promise<DayRates> => {
    const now = clock.now().getTime();
    const known = cache.get(key);
    if (known && now - known.at < cacheMs) return known.rates;
    if (cache.size >= entriesMax) cache.clear();
    const rates = runDetached(load);
    cache.set(key, { at: now, rates });
    rates.catch(() => cache.delete(key));
    return rates;
  };
  const onDay = (day: string) => cached(day, () => work.replica((db) => readRates(db, day)));
  return {
    on(day, place) {
      const policy = place ? findRatePolicy(place) : null;
      if (!policy) return onDay(day);
      return cached(`${day} ${policy.rate}`, async () => {
        const rates = await onDay(day);
        return work.replica(async (db) =>
          withPolicy(rates, await readPolicyRates(db, policy, day)),
        );
      });
    },
    clear: () => cache.clear(),
  };
}

/** Of each currency the newest rate up to a day, or else a later one, marked `isLater`. */
export async function readRates(db: Db, day: string): Promise<DayRates> {
  return createDayRates(day, mergeRates(await listNewestQuotations(db, rateSourceIds, day), day));
}

/** Without a place. */
export const createDayRates = (day: string, general: DayRates['general']): DayRates => ({
  day,
  general,
  policy: null,
  has: (currency) => general.has(currency),
});

const withPolicy = (rates: DayRates, policy: PolicyRates): DayRates => ({
  ...rates,
  policy,
  has: (currency) =>
    rates.general.has(currency) || policy.home === currency || policy.book.has(currency),
});

async function readPolicyRates(db: Db, policy: RatePolicy, day: string): Promise<PolicyRates> {
  if (!hasSource(policy)) return { policy, home: '', source: '', book: new Map() };
  const { home, title } = rateSources[policy.source];
  const period = listFirstDays(policy, day);
  const quotations = choosePolicyQuotations(policy, day, {
    newest: await listNewestQuotations(db, [policy.source], policyDay(policy, day)),
    first: period ? await listFirstQuotations(db, policy.source, period) : [],
  });
  return { policy, home, source: title, book: createBook(home, quotations) };
}

const hasSource = (policy: RatePolicy): policy is RatePolicy & { source: RateSourceId } =>
  policy.source !== null;

/**
 * Units of `to` for one unit of `from`, of 20 significant digits at most: by the policy of the
 * place, else the best known one, through the euro. Its date is the less reliable of the two: a
 * later day, or else the older one. Null if a currency has no rate.
 */
export function findRate(rates: DayRates, from: string, to: string): FoundRate | null {
  const known = crossRates.get(rates) ?? new Map<string, FoundRate | null>();
  crossRates.set(rates, known);
  const pair = `${from} ${to}`;
  const found = known.get(pair);
  if (found !== undefined) return found;
  const rate = findPolicyRate(rates, from, to) ?? findGeneralRate(rates, from, to);
  known.set(pair, rate);
  return rate;
}

/** Rates of a day never change, and a 60-digit division costs more than a lookup. */
const crossRates = new WeakMap<DayRates, Map<string, FoundRate | null>>();

/** For the customs of the place: whose rate, of which day. */
export const policySentence = ({ policy }: DayRates): string | null =>
  policy && describePolicy(policy.policy);

function findPolicyRate(rates: DayRates, from: string, to: string): FoundRate | null {
  const { policy } = rates;
  if (!policy || from === to) return null;
  const [one, other] = [findEntry(policy, from), findEntry(policy, to)];
  if (!one || !other) return null;
  const [date] = [one.date, other.date].filter((day) => day !== '').sort();
  return {
    ...{ from, to, rate: crossFractions(one, other), date: date!, source: policy.source },
    policy: policySentence(rates),
    isPolicyRate: true,
  };
}

const findEntry = ({ home, book }: PolicyRates, currency: string): BookEntry | undefined =>
  currency === home ? { ...unity, date: '', validUntil: null } : book.get(currency);

function findGeneralRate(rates: DayRates, from: string, to: string): FoundRate | null {
  const one = rates.general.get(from);
  const other = rates.general.get(to);
  if (!one || !other) return null;
  const { date } = findDatingRate(rates.general, from, to);
  const rate = from === to ? new Decimal(1) : crossFractions(one, other);
  const source = describeSource(rates.general, from, to);
  return { from, to, rate, date, source, policy: policySentence(rates), isPolicyRate: false };
}

/** The rate that gives a cross rate its date. The euro is the base and has no date. */
function findDatingRate(rates: DayRates['general'], from: string, to: string): DayRate {
  const [one, other] = [rates.get(from)!, rates.get(to)!];
  if (from === to || from === 'EUR') return to === 'EUR' ? findNewest(rates) : other;
  if (to === 'EUR') return one;
  if (one.isLater !== other.isLater) return one.isLater ? one : other;
  return one.date <= other.date ? one : other;
}

/** Of both legs. One leg entered by hand makes the rate indicative. */
function describeSource(rates: DayRates['general'], from: string, to: string): string {
  if (from === to) return findNewest(rates).source;
  const legs = [from, to].filter((code) => code !== 'EUR').map((code) => rates.get(code)!.source);
  const sources = [...new Set(legs)];
  return sources.includes(indicativeSource) ? indicativeSource : sources.join(' and ');
}

/** Ignores rates of a later day unless all are. */
export function findNewest(rates: DayRates['general']): DayRate {
  const all = [...rates.values()];
  const current = all.filter(({ isLater }) => !isLater);
  return (current.length > 0 ? current : all).reduce((newest, one) =>
    one.date > newest.date ? one : newest,
  );
}

/** As decimal text of the API. */
export const formatRate = (rate: Decimal): string => rate.toSignificantDigits(12).toFixed();
