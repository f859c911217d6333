// Fetches the rates of each enabled source, on its own schedule. A source that fails changes
// nothing for the others, and is asked again in the next hour.

import type { Kernel } from '#kernel/kernel.ts';
import { Decimal } from '#lib/decimal.ts';
import type { CustomsConfig } from '../config.ts';
import { fetchQuotations } from './fetch-rates.ts';
import { formatPair } from './rate-policies.ts';
import {
  addDays,
  type EnabledSource,
  isDue,
  listEnabledSources,
  type RateSource,
} from './rate-sources.ts';
import {
  insertQuotations,
  listFetches,
  listQuotations,
  listRefusals,
  type Refusal,
  type StoredQuotation,
  saveFetch,
  saveRefusals,
} from './rate-store.ts';
import { findRate, type Rates, readRates } from './rates.ts';
import { type LastRate, screenRates } from './screen-rates.ts';
import type { Quotation } from './sources/quotation.ts';

type RefreshKernel = Pick<Kernel<CustomsConfig>, 'config' | 'work' | 'log' | 'clock'>;

/** `refused` are currencies, `failed` are titles of sources. */
export type RefreshReport = { kept: number; refused: string[]; failed: string[] };

/** Files repeat earlier days. Rates from before these are of no use, later ones are wrong. */
const [daysBefore, daysAfter] = [100, 40];
const errorCharsMax = 500;

export type RefreshOptions = {
  /** Asks only those that may have published since they were asked. */
  isDueOnly?: boolean;
  /** Those of the configuration by default. */
  sources?: readonly EnabledSource[];
};

/** Does nothing without a source. Throws if all that are asked fail. */
export async function refreshRates(
  kernel: RefreshKernel,
  rates: Rates,
  { isDueOnly = false, sources = listEnabledSources(kernel.config) }: RefreshOptions = {},
): Promise<RefreshReport> {
  const fetches = new Map(
    (await kernel.work.read(listFetches)).map(({ source, fetchedAt }) => [source, fetchedAt]),
  );
  const now = kernel.clock.now();
  const enabled = sources.filter(
    ({ id, source }) => !isDueOnly || isDue(source, fetches.get(id) ?? null, now),
  );
  const outcomes = await Promise.all(enabled.map((one) => refreshSource(kernel, one, now)));
  rates.clear();
  const failures = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome] : []));
  if (enabled.length > 0 && failures.length === enabled.length) throw failures[0]!.error;
  const reports = outcomes.flatMap((outcome) => ('kept' in outcome ? [outcome] : []));
  return {
    kept: reports.reduce((sum, { kept }) => sum + kept, 0),
    refused: [...new Set(reports.flatMap(({ refused }) => refused))].sort(),
    failed: failures.map(({ title }) => title),
  };
}

type SourceReport = { kept: number; refused: string[] } | { title: string; error: Error };

async function refreshSource(
  kernel: RefreshKernel,
  { id, source }: EnabledSource,
  now: Date,
): Promise<SourceReport> {
  const { log, work } = kernel;
  try {
    const report = await updateSource(kernel, { id, source }, now);
    if (report.refused.length > 0)
      log.error({ source: id, refused: report.refused }, 'exchange rates jumped');
    return report;
  } catch (err) {
    const error = err instanceof Error ? err : new Error(String(err));
    log.error({ err: error, source: id }, 'exchange rates were not fetched');
    await work.write((tx) => saveFetch(tx, id, now, error.message.slice(0, errorCharsMax)));
    return { title: source.title, error };
  }
}

async function updateSource(
  { work }: RefreshKernel,
  { id, source }: EnabledSource,
  now: Date,
): Promise<{ kept: number; refused: string[] }> {
  const today = now.toISOString().slice(0, 10);
  const fetched = (await fetchQuotations(source, today)).filter(
    ({ date }) => date >= addDays(today, -daysBefore) && date <= addDays(today, daysAfter),
  );
  if (fetched.length === 0) throw new Error(`${source.title}: the rates are not of these days.`);
  const known = await readKnown(work, id, fetched);
  const stored = new Set(known.stored.map((one) => `${one.date} ${formatPair(one)}`));
  const fresh = fetched.filter((one) => !stored.has(`${one.date} ${formatPair(one)}`));
  const { accepted, refused } = screenRates(fresh, {
    findLast: createLastFinder(known),
    refusals: known.refusals,
    toRefusalDay: ({ date }) => (source.validity === 'day' ? date : today),
  });
  await work.write(async (tx) => {
    await saveRefusals(tx, id, refused);
    await insertQuotations(tx, id, accepted);
    await saveFetch(tx, id, now);
  });
  return { kept: accepted.length, refused: listForeign(source, refused) };
}

type Known = {
  stored: StoredQuotation[];
  refusals: Refusal[];
  /** For a pair that the source has not had yet. */
  general: Awaited<ReturnType<typeof readRates>>;
};

function readKnown(
  work: RefreshKernel['work'],
  id: string,
  fetched: readonly Quotation[],
): Promise<Known> {
  const days = fetched.map(({ date }) => date).sort();
  const [first, last] = [days[0]!, days.at(-1)!];
  const from = addDays(first, -daysBefore);
  return work.read(async (db) => ({
    stored: await listQuotations(db, id, [from, last]),
    refusals: await listRefusals(db, id, from),
    general: await readRates(db, last),
  }));
}

/** The source's own last rate before the quotation, else the best known one. */
function createLastFinder({ stored, general }: Known) {
  const byPair = Map.groupBy(stored, formatPair);
  return (quotation: Quotation): LastRate | undefined => {
    const own = byPair.get(formatPair(quotation))?.findLast(({ date }) => date < quotation.date);
    if (own) return { rate: new Decimal(own.rate).div(own.units), date: own.date };
    const other = findRate(general, quotation.base, quotation.currency);
    return other
      ? { rate: other.rate, date: other.date > quotation.date ? '' : other.date }
      : undefined;
  };
}

const listForeign = ({ home }: RateSource, refused: readonly Refusal[]): string[] =>
  [...new Set(refused.map(({ base, currency }) => (base === home ? currency : base)))].sort();
