// Forward only: plain SQL, one transaction a file, one process at a time. An applied file must not
// change.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type Migration = { name: string; sql: string; sha256: string };

export const migrationsDirectory = path.resolve(import.meta.dirname, '../../../migrations');
const lockKey = 727_001;
const lockPollMs = 50;

/** The files `NNNN_name.sql` in the order in which they apply. */
export function readMigrations(directory = migrationsDirectory): Migration[] {
  return readdirSync(directory)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(directory, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * Applies what is missing and returns the names it applied. Several processes may call it at once.
 * A file whose first line is `-- no-transaction` must hold a single statement that may be repeated.
 * Throws when an applied file was edited, and with the file's name when a file fails.
 */
export async function migrateDatabase(
  { connection }: { connection: pg.ClientConfig },
  directory = migrationsDirectory,
): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await takeLock(client);
    await client.query(
      `create table if not exists schema_migration (
         name text primary key, sha256 text not null, at timestamptz not null default now()
       )`,
    );
    return await applyMissing(client, readMigrations(directory));
  } finally {
    // Ending the session frees the lock and rolls back what is open.
    await client.end();
  }
}

/** All files of `migrations/` are applied; rows of newer files do not matter. */
export async function isMigrated(pool: Pick<pg.Pool, 'query'>, directory = migrationsDirectory) {
  const { rows } = await pool.query<{ name: string }>('select name from schema_migration');
  const applied = new Set(rows.map((row) => row.name));
  return readMigrations(directory).every(({ name }) => applied.has(name));
}

// Asks again and again instead of waiting inside PostgreSQL: a waiting statement holds a snapshot,
// and `create index concurrently` in the process that migrates would wait for it forever.
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1) as taken',
      [lockKey],
    );
    if (rows[0]?.taken) return;
    await sleep(lockPollMs);
  }
}

async function applyMissing(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration',
  );
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  const edited = migrations.find(({ name, sha256 }) => (applied.get(name) ?? sha256) !== sha256);
  if (edited) {
    throw new Error(
      `Migration ${edited.name} was edited after this database applied it. ` +
        'Put the file back and write the change as a new migration.',
    );
  }
  const missing = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of missing) await apply(client, migration);
  return missing.map(({ name }) => name);
}

async function apply(client: pg.Client, { name, sql, sha256 }: Migration): Promise<void> {
  const isTransaction = !sql.startsWith('-- no-transaction');
  try {
    if (isTransaction) await client.query('begin');
    await client.query(sql);
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [
      name,
      sha256,
    ]);
    if (isTransaction) await client.query('commit');
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
