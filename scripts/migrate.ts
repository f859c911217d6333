import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/database.ts';
import { migrateDatabase } from '#server/database/migrate.ts';
import { openLog } from '#server/logging.ts';

try {
  const config = readConfig(process.env);
  const database = await openDatabase(config, openLog(config));
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
