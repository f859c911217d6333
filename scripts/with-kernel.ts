import { readConfig } from '#kernel/config.ts';
import { migrateDatabase } from '#kernel/database/migrate.ts';
import type { HostKernel } from '#kernel/kernel.ts';
import { createLogger } from '#kernel/observability/logging.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import { type Areas, openAreas } from '../src/app.ts';

/** Runs a command on a migrated database. It can send jobs; the app's workers run them. */
export async function withKernel(
  work: (kernel: HostKernel, areas: Areas) => Promise<void>,
): Promise<void> {
  try {
    const config = { ...readConfig(process.env), JOBS: 'off' as const, LOG_LEVEL: 'warn' as const };
    const { kernel, closing } = await openKernel(config, createLogger(config));
    try {
      await migrateDatabase(kernel.database);
      const areas = openAreas(kernel);
      await kernel.jobs.start();
      await work(kernel, areas);
    } finally {
      for (const step of closing) await step.run();
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
