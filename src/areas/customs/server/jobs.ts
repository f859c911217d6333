import { budgets } from '#lib/budgets.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { batchRetentionDays } from '../wire/batches/batches.constants.ts';
import { purgeBatches } from './batches/batch-store.ts';
import { batchQueue, type Metering } from './batches/batches.ts';
import { runBatchSlice } from './batches/run-batch.ts';
import { purgeExcessRuns, purgeOldRuns } from './calculations/calculation-store.ts';
import type { Customs } from './customs.ts';
import { purgeKeys } from './embed/embed-key-store.ts';
import { addRateChecks } from './rates/check-rates.ts';
import { refreshRates } from './rates/refresh-rates.ts';
import { mailChanges } from './recalculations/mail-changes.ts';
import {
  type RecalculationJob,
  recalculateSlice,
  recalculationQueue,
} from './recalculations/recalculate.ts';
import { purgeRecalculations } from './recalculations/recalculation-store.ts';

const runRetentionMs = 90 * dayMs;
/** Revoked calculators of other sites, and the counts of past days. */
const embedRetentionMs = 90 * dayMs;
const recalculationRetentionMs = 365 * dayMs;
// The job runs every hour; the window covers runs that were missed.
const trimWindowMs = 6 * hourMs;

export function customsJobs(customs: Customs, metering: Metering): void {
  const { kernel } = customs;
  addRateChecks(customs);
  const ago = (ms: number) => new Date(kernel.clock.now().getTime() - ms);
  // Each source is due at its own time of day; one that failed is asked again in the next hour.
  kernel.jobs.define('customs.refresh_rates', { retriesMax: 0, inTestMode: 'live' }, async () => {
    await refreshRates(kernel, customs.rates, { isDueOnly: true });
  });
  kernel.jobs.schedule('customs.refresh_rates', '5 * * * *');
  kernel.jobs.define('customs.purge', { needsRightClock: true, concurrency: 1 }, () =>
    kernel.work.write(async (tx) => {
      await purgeOldRuns(tx, ago(runRetentionMs));
      await purgeBatches(tx, ago(batchRetentionDays * dayMs));
      await purgeKeys(tx, ago(embedRetentionMs));
      await purgeRecalculations(tx, ago(recalculationRetentionMs));
    }),
  );
  kernel.jobs.schedule('customs.purge', '20 3 * * *');
  kernel.jobs.define('customs.trim_history', { needsRightClock: true, concurrency: 1 }, () =>
    kernel.work.write((tx) => purgeExcessRuns(tx, ago(trimWindowMs), budgets.historyPerAccount)),
  );
  kernel.jobs.schedule('customs.trim_history', '40 * * * *');
  batchJobs(customs, metering);
  recalculationJobs(customs);
}

function batchJobs(customs: Customs, metering: Metering): void {
  const { jobs } = customs.kernel;
  jobs.define<{ batchId: string }>(
    batchQueue,
    { retriesMax: 5 },
    ({ batchId }, { isLastAttempt }) =>
      runBatchSlice(customs, metering, { batchId, isLastAttempt }),
  );
}

function recalculationJobs(customs: Customs): void {
  const { jobs } = customs.kernel;
  jobs.define<RecalculationJob>(recalculationQueue, { concurrency: 1 }, (job, attempt) =>
    recalculateSlice(customs, job, attempt),
  );
  jobs.schedule(recalculationQueue, '10 2 * * *');
  jobs.define('customs.mail_changes', { concurrency: 1 }, () => mailChanges(customs));
  jobs.schedule('customs.mail_changes', '0 6 * * *');
}
