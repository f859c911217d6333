// Migrates the database argv[2] with the files of the folder argv[3] and prints what it applied.
import { migrateDatabase } from '#kernel/database/migrate.ts';

const [, , connectionString = '', directory = ''] = process.argv;
const applied = await migrateDatabase({ connection: { connectionString } }, directory);
process.stdout.write(`${JSON.stringify(applied)}\n`);
