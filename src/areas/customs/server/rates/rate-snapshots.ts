// The stored exchange rates, for staff.
import snapshot from '#lib/rates.snapshot.json' with { type: 'json' };
import type { Customs } from '../customs.ts';
import { listRateDays, type RateDay } from './rate-store.ts';
import { isStale, newestOf } from './rates.ts';

export type RateSnapshots = {
  /** The host of RATES_URL. Null if nothing is fetched. */
  fetchedFrom: string | null;
  isStale: boolean;
  /** The snapshot that comes with the product, for currencies that were never fetched. */
  carried: RateDay;
  /** Newest first. */
  days: RateDay[];
};

export async function readRateSnapshots(
  { kernel, rates, today }: Customs,
  daysMax: number,
): Promise<RateSnapshots> {
  const day = today();
  const newest = newestOf(await rates.on(day));
  const { RATES_URL } = kernel.config;
  const { date, source } = snapshot;
  return {
    fetchedFrom: RATES_URL ? new URL(RATES_URL).host : null,
    isStale: isStale(newest.date, day),
    carried: { date, source, currencies: Object.keys(snapshot.rates).length },
    days: await kernel.work.replica((db) => listRateDays(db, daysMax)),
  };
}
