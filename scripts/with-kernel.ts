import { closeDataDir } from '#kernel/data-dir.ts';
import { isMigrated, migrateDatabase } from '#kernel/database/migrate.ts';
import type { HostKernel } from '#kernel/kernel.ts';
import { createLogger } from '#kernel/observability/logging.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import { type Areas, openAreas } from '../src/app.ts';
import { type AppConfig, readAppConfig } from '../src/app-config.ts';

/** Runs a command on a migrated database. It can send jobs; the app's workers run them. */
export const withKernel = (work: (kernel: HostKernel<AppConfig>, areas: Areas) => Promise<void>) =>
  runWith(async (kernel) => {
    await migrateDatabase(kernel.database);
    const areas = openAreas(kernel);
    await kernel.jobs.start();
    await work(kernel, areas);
  });

/** Runs a command that changes nothing. Fails where the database is not migrated. */
export const withKernelAsItIs = (work: (kernel: HostKernel<AppConfig>) => Promise<void>) =>
  runWith(async (kernel) => {
    const isCurrent = await isMigrated(kernel.database.pool).catch((error: DatabaseError) => {
      // A new database has no table of migrations.
      if (error.code === '42P01') return false;
      const reason = error.cause?.message || error.message;
      throw new Error(`The database does not answer: check DATABASE_URL (${reason}).`);
    });
    if (!isCurrent)
      throw new Error('The database lacks migrations: start the server, or run npm run migrate.');
    openAreas(kernel);
    await work(kernel);
  });

type DatabaseError = Error & { code?: string; cause?: Error };

async function runWith(work: (kernel: HostKernel<AppConfig>) => Promise<void>): Promise<void> {
  try {
    const config = {
      ...readAppConfig(process.env),
      JOBS: 'off' as const,
      LOG_LEVEL: 'warn' as const,
    };
    closeDataDir(config.DATA_DIR);
    const { kernel, closing } = await openKernel(config, createLogger(config));
    try {
      await work(kernel);
    } finally {
      for (const step of closing) await step.run();
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
