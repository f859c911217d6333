import site from '#content/site.json' with { type: 'json' };
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { guardConnections, measureConnections } from './connection-guard.ts';
import { openDatabase } from './database/database.ts';
import { openEvents } from './events.ts';
import { openFeatures } from './features.ts';
import { openJobs } from './jobs.ts';
import type { HostKernel } from './kernel.ts';
import { openLiveTopics } from './live-topics.ts';
import type { Logger } from './logging.ts';
import { openMail } from './mail/outbox.ts';
import { openMailTransport } from './mail/transport.ts';
import { openMetrics } from './metrics.ts';
import { openPdf } from './pdf/pdf.ts';
import { openRateLimits } from './rate-limits.ts';
import { runSteps, type ShutdownStep } from './shutdown.ts';
import { openStorage } from './storage/storage.ts';

const jobsTimeoutMs = 4000;

/**
 * Opens everything a process works with. Starts the embedded PostgreSQL where there is no other;
 * does not migrate and does not start jobs. `closing` is what undoes it, in order.
 */
export async function openKernel(
  config: Config,
  log: Logger,
): Promise<{ kernel: HostKernel; closing: ShutdownStep[] }> {
  const clock = systemClock;
  const metrics = openMetrics();
  const onSecondConnection = guardConnections({ config, log, metrics });
  const database = await openDatabase(config, log, { onSecondConnection });
  const works = config.JOBS !== 'off';
  const jobs = openJobs({ connection: database.connection, works, log });
  const transport = openMailTransport(config);
  const siteName = site.name;
  const mail = openMail({ database, jobs, transport, clock, log, config, siteName });
  const limits = openRateLimits({ config, pool: database.pool, log });
  const live = openLiveTopics({ database, log });
  const pdf = openPdf(log);
  const kernel: HostKernel = {
    config,
    clock,
    log,
    metrics,
    database,
    work: database.work,
    jobs,
    mail,
    storage: openStorage(config),
    pdf,
    limits,
    features: openFeatures({ database, clock }),
    events: openEvents(),
    live,
    closing: [],
  };
  measureConnections(metrics, database);
  const closing: ShutdownStep[] = [
    { name: 'jobs', run: () => jobs.stop(jobsTimeoutMs) },
    { name: 'areas', run: () => runSteps(kernel.closing) },
    { name: 'mail', run: () => transport.close() },
    { name: 'pdf', run: () => pdf.close() },
    { name: 'live topics', run: () => live.close() },
    { name: 'limits', run: () => limits.close() },
    { name: 'database', run: () => database.close() },
  ];
  return { kernel, closing };
}
