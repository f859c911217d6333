import { migrateDatabase } from '#kernel/database/migrate.ts';
import { openDatabase } from '#kernel/database/open-database.ts';
import { createLogger } from '#kernel/observability/logging.ts';
import { readAppConfig } from '../src/app-config.ts';

try {
  const config = readAppConfig(process.env);
  const database = await openDatabase(config, createLogger(config));
  try {
    const applied = await migrateDatabase(database);
    for (const name of applied) console.log(`applied ${name}`);
    if (applied.length === 0) console.log('Nothing to apply.');
  } finally {
    await database.close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
