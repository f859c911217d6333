import type pg from 'pg';
import type { Database } from '#kernel/database/open-database.ts';
import type { HostKernel } from '#kernel/kernel.ts';
import { askDirectly } from './ask-directly.ts';

/** Of the embedded server; an external one is named by TEST_MODE_DATABASE_URL. */
const databaseName = 'test_mode';

/** Whether there is something in test mode already, whose jobs have to go on. */
export const hasTestData = ({ config, database }: HostKernel): Promise<boolean> =>
  config.TEST_MODE_DATABASE_URL || config.DATABASE_URL
    ? Promise.resolve(config.TEST_MODE_DATABASE_URL !== undefined)
    : askDirectly(database, hasDatabase);

/** Beside the live one, made when it is first needed. */
export async function findEmbeddedDatabase(live: Database) {
  await askDirectly(live, async (client) => {
    if (!(await hasDatabase(client)))
      await client.query(`create database ${databaseName}`).catch(ignoreIfExists);
  });
  return { connection: { ...live.connection, database: databaseName } };
}

async function hasDatabase(client: pg.Client): Promise<boolean> {
  const query = 'select from pg_database where datname = $1';
  return (await client.query(query, [databaseName])).rowCount === 1;
}

/** Another process was faster. */
function ignoreIfExists(error: { code?: string }): void {
  if (!['42P04', '23505'].includes(error.code ?? '')) throw error;
}
