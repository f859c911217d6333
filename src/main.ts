// The entry point: reads the configuration, migrates, starts jobs and server, and shuts down in
// order.
import path from 'node:path';
import { ConfigError, readConfig } from '#kernel/config.ts';
import { migrateDatabase } from '#kernel/database/migrate.ts';
import { closeServer } from '#kernel/http/server.ts';
import { createLogger } from '#kernel/observability/logging.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import { closeOnSignals } from '#kernel/shutdown.ts';
import { loadSite } from '#kernel/static-site/static-site.ts';
import { buildApp, buildWorkerApp, openAreas } from './app.ts';

const root = path.resolve(import.meta.dirname, '..');

try {
  await start();
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config);
  const { kernel, closing } = await openKernel(config, log);
  const applied = await migrateDatabase(kernel.database);
  if (applied.length > 0) log.info({ applied }, 'migrated');
  const areas = openAreas(kernel);
  const site = loadSite(path.join(root, 'build/client'), { config });
  const app =
    config.JOBS === 'only'
      ? await buildWorkerApp(kernel)
      : await buildApp(kernel, areas, { handleStatic: site.handleStatic });
  closeOnSignals({ steps: [{ name: 'http', run: () => closeServer(app) }, ...closing], log });
  await kernel.jobs.start();
  await app.listen({ host: config.HOST, port: config.PORT });
  log.info({ url: config.SITE_URL, mailbox: config.hasDevPages }, 'listening');
}
