// What staff and the monitoring see of the exchange rates.
import type { PartHealth } from '#kernel/observability/system-checks.ts';
import { dayMs } from '#lib/durations.ts';
import { formatCount, formatList, formatUtcDate } from '#lib/format.ts';
import type { Customs } from '../customs.ts';
import { fetchQuotations } from './fetch-rates.ts';
import { isStale } from './merge-rates.ts';
import { type RateSnapshots, readRateSnapshots } from './rate-snapshots.ts';
import { type EnabledSource, listEnabledSources } from './rate-sources.ts';
import { findNewest } from './rates.ts';

export function addRateChecks(customs: Customs): void {
  const { checks, metrics } = customs.kernel;
  checks.add({
    name: 'rates',
    title: 'Exchange rates',
    read: async () => judgeRates(await readNewest(customs), await readRateSnapshots(customs, 1)),
    call: () => callSources(listEnabledSources(customs.kernel.config), customs.today()),
  });
  metrics.addGauge({
    name: 'exchange_rates_age_days',
    help: 'Days since the day of the newest exchange rates.',
    read: async () => (await readNewest(customs)).ageDays,
  });
}

type Newest = { date: string; ageDays: number; isStale: boolean };

async function readNewest({ rates, today }: Customs): Promise<Newest> {
  const day = today();
  const { date } = findNewest((await rates.on(day)).general);
  const ageDays = Math.max(0, (Date.parse(day) - Date.parse(date)) / dayMs);
  return { date, ageDays, isStale: isStale(date, day) };
}

/** Fetches what each source publishes now, without storing it. */
export async function callSources(
  sources: readonly EnabledSource[],
  day: string,
): Promise<PartHealth> {
  if (sources.length === 0)
    return { state: 'off', message: 'RATES_SOURCES is not set: the built-in rates are used.' };
  const outcomes = await Promise.all(
    sources.map(async ({ source }) => {
      try {
        const days = (await fetchQuotations(source, day)).map(({ date }) => date);
        return {
          isFailed: false,
          words: `${source.title}: ${formatUtcDate(days.toSorted().at(-1)!)}`,
        };
      } catch (error) {
        return { isFailed: true, words: `${source.title}: ${(error as Error).message}` };
      }
    }),
  );
  const failed = outcomes.filter(({ isFailed }) => isFailed);
  const state = failed.length === 0 ? 'ok' : failed.length < outcomes.length ? 'warning' : 'down';
  return {
    state,
    message: `${outcomes.map(({ words }) => words).join('; ')}.`.replace(/\.+$/, '.'),
  };
}

export function judgeRates(
  { date, ageDays, isStale }: Newest,
  { fetchedFrom, sources }: Pick<RateSnapshots, 'fetchedFrom' | 'sources'>,
): PartHealth {
  if (fetchedFrom === null) {
    const message = `No source is configured: the built-in rates of ${formatUtcDate(date)} are used.`;
    return { state: 'off', message };
  }
  const age =
    ageDays === 0 ? 'today' : `${formatUtcDate(date)}, ${formatCount(ageDays, 'day')} old`;
  const failing = sources.filter((source) => source.isEnabled && source.failedAt !== null);
  const newest = `The newest rates are of ${age}`;
  if (isStale) return { state: 'down', message: `${newest}: look at the sources.` };
  if (failing.length > 0) {
    const titles = formatList(failing.map(({ title }) => title));
    return { state: 'warning', message: `${newest}. Without an answer: ${titles}.` };
  }
  return { state: 'ok', message: `${newest}.` };
}
