// Reads the configuration, migrates, starts jobs and server, and shuts down in order.
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigError, readConfig } from '#kernel/config.ts';
import { watchConfig } from '#kernel/config-watch.ts';
import { checkPooler } from '#kernel/database/check-pooler.ts';
import { migrateDatabase } from '#kernel/database/migrate.ts';
import { createDrain, type Drain } from '#kernel/http/drain.ts';
import { createLoadControl } from '#kernel/http/load/load-control.ts';
import { measureLoad } from '#kernel/http/load/measure-load.ts';
import { closeServer, stopAccepting } from '#kernel/http/server.ts';
import { createLogger, type Logger } from '#kernel/observability/logging.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import { closeOnSignals } from '#kernel/shutdown.ts';
import { loadSite } from '#kernel/static-site/static-site.ts';
import { secondMs } from '#lib/durations.ts';
import { buildApp, buildWorkerApp, openAreas, pathsRefusedLast } from './app.ts';

/** After the drain. */
const closingMsMax = 13_000;
const root = path.resolve(import.meta.dirname, '..');

// Otherwise each 64 MB of buffers lead to a collection of the whole heap, which costs more than what
// is done with them (decision 53).
setFlagsFromString('--external-memory-accounted-in-global-limit');
// Garbage of requests is collected when the heap has grown by half, not by several times.
setFlagsFromString('--heap-growing-percent=50');

/** Something that takes time, of which the operator is told: `end` or `fail` is called once. */
type Phase = { end: () => void; fail: () => void };
type BeginPhase = (name: string) => Phase;

const unsaid: BeginPhase = () => ({ end: () => {}, fail: () => {} });

/** Ends the process with the reason when it can't start. */
export async function serve(beginPhase = unsaid): Promise<Config> {
  try {
    return await start(readConfig(process.env), beginPhase);
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

async function start(config: Config, beginPhase: BeginPhase): Promise<Config> {
  const log = createLogger(config);
  const { kernel, closing, applied } = await openDatabase(config, log, beginPhase);
  if (applied.length > 0) log.info({ applied }, 'migrated');
  await checkPooler(kernel.database.pool);
  const areas = openAreas(kernel);
  const site = loadSite(path.join(root, 'build/client'), { config });
  if (config.isProduction && config.JOBS !== 'only' && site.paths.length === 0)
    log.warn('no page is built: `npm run build` does it');
  watchConfig(config, process.env, log);
  const drain = createDrain();
  const load = createLoadControl({
    config,
    log,
    essentialPaths: pathsRefusedLast,
    connectionWaitMs: () => kernel.database.pool.queue.longestWaitMs(),
  });
  measureLoad(kernel.metrics, load);
  const app =
    config.JOBS === 'only'
      ? await buildWorkerApp(kernel)
      : await buildApp(kernel, areas, { handleStatic: site.handleStatic, drain, load });
  const steps = [
    { name: 'drain', run: () => leaveBalancers(app, drain, config.DRAIN_SECONDS) },
    { name: 'http', run: () => closeServer(app) },
    ...closing,
  ];
  closeOnSignals({ steps, deadlineMs: closingMsMax + config.DRAIN_SECONDS * secondMs, log });
  await kernel.jobs.start();
  await app.listen({ host: config.HOST, port: config.PORT });
  log.info({ url: config.SITE_URL, mailbox: config.hasDevPages }, 'listening');
  return config;
}

async function leaveBalancers(app: FastifyInstance, drain: Drain, seconds: number): Promise<void> {
  if (seconds === 0) return;
  await drain.begin(seconds);
  await stopAccepting(app);
}

async function openDatabase(config: Config, log: Logger, beginPhase: BeginPhase) {
  const phase = beginPhase('Starting the database');
  try {
    const opened = await openKernel(config, log);
    const applied = await migrateDatabase(opened.kernel.database);
    phase.end();
    return { ...opened, applied };
  } catch (error) {
    phase.fail();
    throw error;
  }
}
