import { dayMs } from '#lib/durations.ts';
import { checkDue, checkQueue } from './health/check-proxies.ts';
import { countPool } from './pool/proxy-store.ts';
import type { Proxies } from './proxies.ts';
import { warnOfDeadPool, warnOfExhaustion } from './usage/forecast.ts';
import { deleteHoursBefore } from './usage/usage-store.ts';

const retentionDays = 90;

export function proxyJobs(proxies: Proxies): void {
  const { jobs, metrics, work, clock } = proxies.kernel;
  jobs.define(checkQueue, { concurrency: 1, retriesMax: 0 }, () => checkDue(proxies));
  jobs.schedule(checkQueue, '* * * * *');
  jobs.define('proxy.forecast', { concurrency: 1 }, async () => {
    await warnOfExhaustion(proxies);
    await warnOfDeadPool(proxies);
  });
  jobs.schedule('proxy.forecast', '*/10 * * * *');
  jobs.define('proxy.purge', {}, () =>
    work.write((tx) =>
      deleteHoursBefore(tx, new Date(clock.now().getTime() - retentionDays * dayMs)),
    ),
  );
  jobs.schedule('proxy.purge', '53 3 * * *');
  metrics.addGauge({
    name: 'proxy_pool',
    help: 'Proxies of the shared pool, by state.',
    label: 'state',
    read: () => work.replica(countPool),
  });
}
