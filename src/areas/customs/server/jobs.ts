import { budgets } from '#lib/budgets.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { purgeExcessRuns, purgeOldRuns } from './calculations/calculation-store.ts';
import type { Customs } from './customs.ts';
import { refreshRates } from './rates/refresh-rates.ts';

const runRetentionMs = 90 * dayMs;
// The job runs every hour; the window covers runs that were missed.
const trimWindowMs = 6 * hourMs;

export function customsJobs(customs: Customs): void {
  const { kernel } = customs;
  const ago = (ms: number) => new Date(kernel.clock.now().getTime() - ms);
  // The ECB publishes at about 16:00 CET.
  kernel.jobs.define(
    'customs.refresh_rates',
    { retriesMax: 10, retryDelaySeconds: 600 },
    async () => {
      await refreshRates(kernel, customs.rates);
    },
  );
  kernel.jobs.schedule('customs.refresh_rates', '30 16 * * *');
  kernel.jobs.define('customs.purge', { concurrency: 1 }, () =>
    kernel.work.write((tx) => purgeOldRuns(tx, ago(runRetentionMs))),
  );
  kernel.jobs.schedule('customs.purge', '20 3 * * *');
  kernel.jobs.define('customs.trim_history', { concurrency: 1 }, () =>
    kernel.work.write((tx) => purgeExcessRuns(tx, ago(trimWindowMs), budgets.historyPerAccount)),
  );
  kernel.jobs.schedule('customs.trim_history', '40 * * * *');
}
