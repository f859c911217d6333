import site from '#content/site.json' with { type: 'json' };
import { type Clock, systemClock } from './clock.ts';
import { createClockWatch } from './clock-watch.ts';
import type { Config } from './config.ts';
import { guardConnections, measureConnections } from './database/connection-guard.ts';
import { type DatabaseOptions, openDatabase } from './database/open-database.ts';
import { createStatementWatch } from './database/statement-watch.ts';
import { type CustomerEvents, createCustomerEvents } from './events/customer-events.ts';
import { createEvents } from './events/events.ts';
import { openLiveTopics } from './events/live-topics.ts';
import { createFeatures, type Features } from './features/features.ts';
import { openRateLimits } from './http/rate-limits.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { waitForRightClock } from './jobs/right-clock.ts';
import type { HostKernel } from './kernel.ts';
import { createMail, type Mail } from './mail/outbox.ts';
import { type MailTransport, openMailTransport } from './mail/transport.ts';
import { createErrorReports } from './observability/error-reports.ts';
import type { Logger } from './observability/logging.ts';
import { createMetrics } from './observability/metrics.ts';
import { createSystemChecks } from './observability/system-checks.ts';
import { openTelemetry } from './observability/telemetry.ts';
import { openPdfRenderer } from './pdf/pdf.ts';
import { createSealedRegistry } from './sealing/sealed-values.ts';
import { runSteps, type ShutdownStep } from './shutdown.ts';
import { createStorage } from './storage/storage.ts';

const jobsTimeoutMs = 4000;
/** On documents of test mode, which look like those of live mode. */
const testModeMark = 'Made in test mode: not a real document';

type KernelOptions = Pick<DatabaseOptions, 'embedded' | 'connection' | 'beforeUse'> & {
  transport?: MailTransport;
  clock?: Clock;
  features?: Features;
  customerEvents?: CustomerEvents;
  /** What all use instead, and what passes on to the one that it gets. */
  wrapJobs?: (jobs: Jobs) => Jobs;
  wrapMail?: (mail: Mail) => Mail;
};

/**
 * Opens everything that a process needs. Starts the embedded PostgreSQL when no other is
 * configured. Neither migrates the database nor starts jobs. `closing` are the shutdown steps, in
 * order. `embedded` is that PostgreSQL where it was started before, `connection` a running server,
 * `clock` what use-cases read instead of the real time.
 */
export async function openKernel<AreaConfig>(
  config: Config & AreaConfig,
  log: Logger,
  options: KernelOptions = {},
): Promise<{ kernel: HostKernel<AreaConfig>; closing: ShutdownStep[] }> {
  const clock = options.clock ?? systemClock;
  const metrics = createMetrics();
  const about = { name: site.name, version: site.version };
  const telemetry = await openTelemetry({ config, log, metrics, about });
  const onSecondConnection = guardConnections({ config, log, metrics });
  const watch = createStatementWatch({ slowMs: config.DATABASE_SLOW_MS, log, metrics });
  const database = await openDatabase(config, log, { ...options, onSecondConnection, watch });
  const errorReports = createErrorReports({ config, release: site.version, log, metrics });
  const { readTime: readDatabaseTime } = database;
  const clockWatch = createClockWatch({ clock: systemClock, readDatabaseTime, log });
  const events = createEvents();
  const queues = createJobs({
    connection: database.connection,
    runsWorkers: config.JOBS !== 'off',
    log,
    reportError: errorReports.report,
    tracing: telemetry.tracing,
  });
  const punctual = waitForRightClock(queues, { clockWatch, work: database.work, events, log });
  const jobs = options.wrapJobs?.(punctual) ?? punctual;
  const transport = options.transport ?? openMailTransport(config);
  const siteName = site.name;
  const mail = createMail({ database, jobs, transport, clock, log, config, metrics, siteName });
  const limits = openRateLimits({ config, pool: database.pool, log });
  const live = openLiveTopics({ database, log });
  const pdf = openPdfRenderer(log, config.isTestMode ? testModeMark : '');
  const kernel: HostKernel<AreaConfig> = {
    config,
    clock,
    clockWatch,
    log,
    metrics,
    checks: createSystemChecks(log),
    database,
    work: database.work,
    jobs,
    mail: options.wrapMail?.(mail) ?? mail,
    storage: createStorage(config),
    pdf,
    limits,
    features: options.features ?? createFeatures({ database, clock }),
    events,
    customerEvents: options.customerEvents ?? createCustomerEvents(),
    sealed: createSealedRegistry(),
    errorReports,
    telemetry,
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
    { name: 'reports', run: () => Promise.all([errorReports.close(), telemetry.close()]) },
  ];
  return { kernel, closing };
}
