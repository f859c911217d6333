// Days of records are opened ahead and dropped, days of sums are made, the rest is forgotten.
import type { Kernel } from '#kernel/kernel.ts';
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
export async function keepDays({ work, clock, log }: Kernel): Promise<void> {
  const today = new Date(Math.floor(clock.now().getTime() / dayMs) * dayMs);
  const day = (days: number) => new Date(today.getTime() + days * dayMs);
  for (let ahead = 0; ahead <= daysAhead; ahead++)
    await work.write((tx) => store.openDay(tx, day(ahead)));
  for (const open of await work.read((db) => store.listDaysToSum(db, today)))
    await work.write((tx) => store.sumDay(tx, open));
  const oldest = day(-keptDays - spareDays);
  const dropped = await work.write((tx) => store.dropDays(tx, oldest));
  if (dropped > 0) log.info({ dropped }, 'days of usage records were dropped');
  await work.write((tx) => store.deleteHours(tx, oldest));
  await work.write((tx) => deleteOldCounters(tx, today));
  const flushedBefore = new Date(clock.now().getTime() - flushKeptMs);
  await work.write((tx) => deleteOldFlushes(tx, flushedBefore));
}

/** A process that died in the middle of the work keeps no customer's units. */
export async function releaseForgotten({ work, clock, log }: Kernel): Promise<void> {
  const before = new Date(clock.now().getTime() - reservationMsMax);
  const released = await work.write((tx) => releaseReservations(tx, before));
  if (released > 0) log.warn({ released }, 'units were given back that no record had settled');
}
