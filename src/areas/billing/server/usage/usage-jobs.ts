// Days of records are opened ahead and dropped, days of sums are made, the rest is forgotten.
import type { Kernel } from '#server/kernel.ts';
import { deleteOldCounters, releaseReservations } from './counter-store.ts';
import { deleteOldFlushes } from './flush-store.ts';
import { keptDays } from './list-usage.ts';
import * as store from './partition-store.ts';

const dayMs = 86_400_000;
const daysAhead = 7;
/** Records of a page at the edge of the 90 days are still there while it is read. */
const spareDays = 1;
const flushKeptMs = dayMs;
const reservationMsMax = 3_600_000;

export function usageJobs(kernel: Kernel): void {
  const { jobs } = kernel;
  jobs.define('usage.days', { concurrency: 1 }, () => keepDays(kernel));
  jobs.schedule('usage.days', '7 * * * *');
  jobs.define('usage.release', { concurrency: 1 }, () => releaseForgotten(kernel));
  jobs.schedule('usage.release', '*/10 * * * *');
}

/** May run at any time and any number of times. */
export async function keepDays({ database, clock, log }: Kernel): Promise<void> {
  const db = database.write;
  const today = new Date(Math.floor(clock.now().getTime() / dayMs) * dayMs);
  const day = (days: number) => new Date(today.getTime() + days * dayMs);
  for (let ahead = 0; ahead <= daysAhead; ahead++) await store.openDay(db, day(ahead));
  for (const open of await store.listDaysToSum(db, today))
    await database.transaction((tx) => store.sumDay(tx, open));
  const oldest = day(-keptDays - spareDays);
  const dropped = await store.dropDays(db, oldest);
  if (dropped > 0) log.info({ dropped }, 'days of usage records were dropped');
  await store.deleteHours(db, oldest);
  await deleteOldCounters(db, today);
  await deleteOldFlushes(db, new Date(clock.now().getTime() - flushKeptMs));
}

/** A process that died in the middle of the work keeps no customer's units. */
export async function releaseForgotten({ database, clock, log }: Kernel): Promise<void> {
  const before = new Date(clock.now().getTime() - reservationMsMax);
  const released = await releaseReservations(database.write, before);
  if (released > 0) log.warn({ released }, 'units were given back that no record had settled');
}
