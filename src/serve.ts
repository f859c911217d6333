// Reads the configuration and starts the embedded database, which comes up while the rest of the
// code is loaded.
import { setFlagsFromString } from 'node:v8';
import { ConfigError } from '#kernel/config.ts';
import { closeDataDir } from '#kernel/data-dir.ts';
import { openEmbeddedPostgres } from '#kernel/database/embedded-postgres.ts';
import { createLogger } from '#kernel/observability/logging.ts';
import { type AppConfig, readAppConfig } from './app-config.ts';

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
export async function serve(beginPhase = unsaid): Promise<AppConfig> {
  try {
    return await start(readAppConfig(process.env), beginPhase);
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

async function start(config: AppConfig, beginPhase: BeginPhase): Promise<AppConfig> {
  closeDataDir(config.DATA_DIR);
  const log = createLogger(config);
  const phase = beginPhase('Starting');
  try {
    const walFolder = config.BACKUP_WAL_DIR;
    const embedded = config.DATABASE_URL
      ? undefined
      : openEmbeddedPostgres(config.DATA_DIR, log, {}, { walFolder });
    // Thrown where the database is opened.
    embedded?.catch(() => {});
    const { startServer } = await import('./start-server.ts');
    await startServer({ config, environment: process.env, log, embedded });
    phase.end();
    return config;
  } catch (error) {
    phase.fail();
    throw error;
  }
}
