import { budgets } from '#lib/budgets.ts';
import { deleteOldRuns, deleteRunsBeyond } from './calculation-store.ts';
import type { Customs } from './customs.ts';
import { refreshRates } from './refresh-rates.ts';

const runsKeptMs = 90 * 86_400_000;
// The job runs each hour; one that was missed is made up for.
const trimmedMs = 6 * 3_600_000;

export function customsJobs(customs: Customs): void {
  const { kernel } = customs;
  const ago = (ms: number) => new Date(kernel.clock.now().getTime() - ms);
  // After 16:00 CET, when the ECB has published.
  kernel.jobs.define('customs.rates', { retriesMax: 10, retryDelaySeconds: 600 }, async () => {
    await refreshRates(kernel, customs.rates);
  });
  kernel.jobs.schedule('customs.rates', '30 16 * * *');
  kernel.jobs.define('customs.forget', { concurrency: 1 }, () =>
    kernel.work.write((tx) => deleteOldRuns(tx, ago(runsKeptMs))),
  );
  kernel.jobs.schedule('customs.forget', '20 3 * * *');
  kernel.jobs.define('customs.trim', { concurrency: 1 }, () =>
    kernel.work.write((tx) => deleteRunsBeyond(tx, ago(trimmedMs), budgets.historyPerAccount)),
  );
  kernel.jobs.schedule('customs.trim', '40 * * * *');
}
