// Migrates, starts jobs and server, and shuts down in order.
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createMailboxReader } from '#areas/support/server/index.ts';
import { watchConfig } from '#kernel/config-watch.ts';
import { checkPooler } from '#kernel/database/check-pooler.ts';
import type { EmbeddedPostgres } from '#kernel/database/embedded-postgres.ts';
import { migrateDatabase } from '#kernel/database/migrate.ts';
import { createDrain, type Drain, stopAccepting } from '#kernel/http/drain.ts';
import { listen } from '#kernel/http/listeners.ts';
import { createLoadControl } from '#kernel/http/load/load-control.ts';
import { measureLoad } from '#kernel/http/load/measure-load.ts';
import { closeServer } from '#kernel/http/server.ts';
import { openHealthPort } from '#kernel/observability/health-port.ts';
import type { Logger } from '#kernel/observability/logging.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import { closeOnSignals } from '#kernel/shutdown.ts';
import { loadSite } from '#kernel/static-site/static-site.ts';
import { secondMs } from '#lib/durations.ts';
import { buildApp, buildWorkerApp, openAreas, pathsRefusedLast } from './app.ts';
import { type AppConfig, areaConfigs } from './app-config.ts';
import { backupJobs } from './backups/backup-jobs.ts';
import { createTestMode } from './test-mode/test-mode.ts';

/** After the drain. */
const closingMsMax = 15_000;
const root = path.resolve(import.meta.dirname, '..');

export type Begun = {
  config: AppConfig;
  environment: NodeJS.ProcessEnv;
  log: Logger;
  /** The embedded server, unless the configuration names another. */
  embedded: Promise<EmbeddedPostgres> | undefined;
};

export async function startServer({ config, environment, log, embedded }: Begun): Promise<void> {
  const { kernel, closing } = await openKernel(config, log, { embedded });
  const applied = await migrateDatabase(kernel.database);
  if (applied.length > 0) log.info({ applied }, 'migrated');
  await checkPooler(kernel.database.pool);
  const areas = openAreas(kernel);
  backupJobs(kernel);
  const site = loadSite(path.join(root, 'build/client'), { config });
  if (config.isProduction && config.JOBS !== 'only' && site.paths.length === 0)
    log.warn('no page is built: `npm run build` does it');
  watchConfig(config, environment, log, areaConfigs);
  const drain = createDrain();
  const load = createLoadControl({
    config,
    log,
    essentialPaths: pathsRefusedLast,
    connectionWaitMs: () => kernel.database.pool.queue.longestWaitMs(),
  });
  measureLoad(kernel.metrics, load);
  const testMode = createTestMode({ kernel, areas, pages: site });
  const mailbox = createMailboxReader(areas.support);
  const app =
    config.JOBS === 'only'
      ? await buildWorkerApp(kernel)
      : await buildApp(kernel, areas, {
          handleStatic: site.handleStatic,
          handleTestMode: testMode.handle,
          pages: site,
          drain,
          load,
        });
  const steps = [
    { name: 'drain', run: () => leaveBalancers(app, drain, config.DRAIN_SECONDS) },
    { name: 'http', run: () => closeServer(app) },
    { name: 'test mode', run: () => testMode.close() },
    { name: 'mailbox', run: mailbox.stop },
    ...closing,
  ];
  closeOnSignals({ steps, deadlineMs: closingMsMax + config.DRAIN_SECONDS * secondMs, log });
  // Pages and reads need no jobs. What does waits for their start, and /readyz says so.
  await Promise.all([
    listen(app, { host: config.HOST, port: config.PORT }),
    config.HEALTH_PORT && openHealthPort({ config, port: config.HEALTH_PORT, log }),
    kernel.jobs.start(),
  ]);
  if (config.JOBS !== 'off') {
    areas.webhooks.sender.start();
    mailbox.start();
    void testMode.resume();
  }
  log.info({ url: config.SITE_URL, mailbox: config.hasDevPages }, 'listening');
}

async function leaveBalancers(app: FastifyInstance, drain: Drain, seconds: number): Promise<void> {
  if (seconds === 0) return;
  await drain.begin(seconds);
  await stopAccepting(app);
}
