// The process: read the configuration, open, migrate, listen, and close in order.
import path from 'node:path';
import { ConfigError, readConfig } from '#kernel/config.ts';
import { migrateDatabase } from '#kernel/database/migrate.ts';
import { closeServer } from '#kernel/http/server.ts';
import { openLog } from '#kernel/logging.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import { closeOnSignals } from '#kernel/shutdown.ts';
import { loadSite } from '#kernel/static-site.ts';
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
  const log = openLog(config);
  const { kernel, closing } = await openKernel(config, log);
  const applied = await migrateDatabase(kernel.database);
  if (applied.length > 0) log.info({ applied }, 'migrated');
  const areas = openAreas(kernel);
  const site = loadSite(path.join(root, 'build/client'), { config });
  const app =
    config.JOBS === 'only'
      ? await buildWorkerApp(kernel)
      : await buildApp(kernel, areas, { answerStatic: site.answerStatic });
  closeOnSignals({ steps: [{ name: 'http', run: () => closeServer(app) }, ...closing], log });
  await kernel.jobs.start();
  await app.listen({ host: config.HOST, port: config.PORT });
  log.info({ url: config.SITE_URL, mailbox: config.hasDevPages }, 'listening');
}
