import { dayMs } from '#lib/durations.ts';
import { banWindowSecondsMax } from '../wire/resources.constants.ts';
import { addGatewayCheck } from './gateway/check-gateway.ts';
import { deleteBansBefore } from './health/ban-store.ts';
import { checkDue, checkQueue } from './health/check-proxies.ts';
import { deleteIncidentsBefore } from './health/incident-store.ts';
import { countPool } from './pool/proxy-store.ts';
import { registerSealed } from './pool/reseal.ts';
import type { Proxies } from './proxies.ts';
import { refreshDue, refreshQueue } from './sources/refresh-sources.ts';
import { warnOfDeadPool, warnOfExhaustion } from './usage/forecast.ts';
import { deleteHoursBefore } from './usage/usage-store.ts';

const retentionDays = 90;

export function proxyJobs(proxies: Proxies): void {
  const { jobs, metrics, work, clock } = proxies.kernel;
  registerSealed(proxies);
  addGatewayCheck(proxies);
  jobs.define(checkQueue, { concurrency: 1, retriesMax: 0 }, () => checkDue(proxies));
  jobs.schedule(checkQueue, '* * * * *');
  jobs.define(refreshQueue, { concurrency: 1, retriesMax: 0 }, () => refreshDue(proxies));
  jobs.schedule(refreshQueue, '* * * * *');
  jobs.define('proxy.forecast', { concurrency: 1 }, async () => {
    await warnOfExhaustion(proxies);
    await warnOfDeadPool(proxies);
  });
  jobs.schedule('proxy.forecast', '*/10 * * * *');
  jobs.define('proxy.purge', { needsRightClock: true }, () =>
    work.write(async (tx) => {
      const now = clock.now().getTime();
      await deleteHoursBefore(tx, new Date(now - retentionDays * dayMs));
      await deleteIncidentsBefore(tx, new Date(now - retentionDays * dayMs));
      await deleteBansBefore(tx, new Date(now - banWindowSecondsMax * 1000));
    }),
  );
  jobs.schedule('proxy.purge', '53 3 * * *');
  metrics.addGauge({
    name: 'proxy_pool',
    help: 'Proxies of the shared pool, by state.',
    label: 'state',
    read: () => work.replica(countPool),
  });
}
