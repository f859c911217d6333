// The stored exchange rates and their sources, for staff.
import { dayMs } from '#lib/durations.ts';
import snapshot from '#lib/rates.snapshot.json' with { type: 'json' };
import type { Customs } from '../customs.ts';
import { isStale } from './merge-rates.ts';
import { listEnabledSources, rateSourceIds, rateSources } from './rate-sources.ts';
import {
  listFetches,
  listLastDays,
  listRateDays,
  type RateDay,
  type RateFetch,
} from './rate-store.ts';
import { findNewest } from './rates.ts';

export type SourceState = Omit<RateFetch, 'source'> & {
  id: string;
  title: string;
  isEnabled: boolean;
  lastDay: string | null;
  /** Days since then, 0 if the newest rates are of today or later. */
  ageDays: number | null;
};

export type RateSnapshots = {
  /** The hosts that rates are fetched from. Null if nothing is fetched. */
  fetchedFrom: string | null;
  isStale: boolean;
  /** The snapshot that comes with the product, for currencies that were never fetched. */
  carried: RateDay;
  /** Enabled ones, and others that have rates. */
  sources: SourceState[];
  /** Newest first. */
  days: RateDay[];
};

const countDays = (lastDay: string, day: string): number =>
  Math.max(0, (Date.parse(day) - Date.parse(lastDay)) / dayMs);

export async function readRateSnapshots(
  { kernel, rates, today }: Customs,
  daysMax: number,
): Promise<RateSnapshots> {
  const day = today();
  const newest = findNewest((await rates.on(day)).general);
  const enabled = listEnabledSources(kernel.config);
  const hosts = enabled
    .flatMap(({ source }) => source.urls.slice(0, 1))
    .map((url) => new URL(url).host);
  const { date, source } = snapshot;
  const stored = await kernel.work.replica(async (db) => ({
    fetches: await listFetches(db),
    lastDays: await listLastDays(db, rateSourceIds),
    days: await listRateDays(db, rateSourceIds, daysMax),
  }));
  const isEnabled = (id: string) => enabled.some((one) => one.id === id);
  return {
    fetchedFrom: hosts.length > 0 ? [...new Set(hosts)].join(', ') : null,
    isStale: isStale(newest.date, day),
    carried: { date, source, currencies: Object.keys(snapshot.rates).length },
    sources: rateSourceIds
      .filter((id) => isEnabled(id) || stored.lastDays.has(id))
      .map((id) => {
        const fetch = stored.fetches.find((one) => one.source === id);
        const lastDay = stored.lastDays.get(id) ?? null;
        return {
          id,
          title: rateSources[id].title,
          isEnabled: isEnabled(id),
          lastDay,
          ageDays: lastDay === null ? null : countDays(lastDay, day),
          fetchedAt: fetch?.fetchedAt ?? null,
          failedAt: fetch?.failedAt ?? null,
          lastError: fetch?.lastError ?? null,
        };
      }),
    days: stored.days.map((one) => ({
      ...one,
      source: rateSources[one.source as (typeof rateSourceIds)[number]].title,
    })),
  };
}
