// Maintains the partitions, daily sums, old counters and reservations of usage.

import type { Kernel } from '#kernel/kernel.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { retentionDays } from './lists/list-usage.ts';
import { deleteOldCounters, releaseReservations } from './metering/counter-store.ts';
import { deleteOldFlushes } from './metering/flush-store.ts';
import * as partitionStore from './metering/partition-store.ts';

const daysAhead = 7;
/** Keeps records at the 90-day edge available while a page of them is read. */
const spareDays = 1;
const flushRetentionMs = dayMs;
const reservationMsMax = hourMs;

export function usageJobs(kernel: Kernel): void {
  const { jobs } = kernel;
  jobs.define('usage.maintain_days', { needsRightClock: true, concurrency: 1 }, () =>
    maintainDays(kernel),
  );
  jobs.schedule('usage.maintain_days', '7 * * * *');
  jobs.define(
    'usage.release_reservations',
    { needsRightClock: true, concurrency: 1, inTestMode: 'account' },
    () => releaseStaleReservations(kernel),
  );
  jobs.schedule('usage.release_reservations', '*/10 * * * *');
}

/** Idempotent; may run at any time. */
export async function maintainDays({ work, clock, log }: Kernel): Promise<void> {
  const today = new Date(Math.floor(clock.now().getTime() / dayMs) * dayMs);
  const day = (days: number) => new Date(today.getTime() + days * dayMs);
  for (let ahead = 0; ahead <= daysAhead; ahead++)
    await work.write((tx) => partitionStore.createPartition(tx, day(ahead)));
  for (const open of await work.read((db) => partitionStore.listDaysToSum(db, today)))
    await work.write((tx) => partitionStore.sumDay(tx, open));
  const oldest = day(-retentionDays - spareDays);
  const dropped = await work.write((tx) => partitionStore.dropPartitions(tx, oldest));
  if (dropped > 0) log.info({ dropped }, 'days of usage records were dropped');
  await work.write((tx) => partitionStore.deleteHours(tx, oldest));
  await work.write((tx) => deleteOldCounters(tx, today));
  const flushedBefore = new Date(clock.now().getTime() - flushRetentionMs);
  await work.write((tx) => deleteOldFlushes(tx, flushedBefore));
}

/** Returns the units of processes that crashed before they recorded their work. */
export async function releaseStaleReservations({ work, clock, log }: Kernel): Promise<void> {
  const before = new Date(clock.now().getTime() - reservationMsMax);
  const released = await work.write((tx) => releaseReservations(tx, before));
  if (released > 0) log.warn({ released }, 'units were given back that no record had settled');
}
