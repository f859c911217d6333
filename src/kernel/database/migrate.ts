// Migrations are forward only: plain SQL, one transaction per file, one process at a time. An
// applied file is immutable, by name and content, and numbers only rise.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type Migration = { name: string; sql: string; sha256: string };

export const migrationsDirectory = path.resolve(import.meta.dirname, '../../../migrations');
const lockKey = 727_001;
const lockPollMs = 50;

/**
 * The files `NNNN_name.sql` in the order in which they apply. Throws when a number is used twice.
 */
export function readMigrations(directory = migrationsDirectory): Migration[] {
  const migrations = readdirSync(directory)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(directory, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    });
  for (const [at, { name }] of migrations.entries()) {
    const before = migrations[at - 1]?.name ?? '';
    if (readNumber(before) === readNumber(name))
      throw new Error(`${before} and ${name} have the same number. Give the newer one the next.`);
  }
  return migrations;
}

const readNumber = (name: string): string => name.slice(0, 4);

/**
 * Applies what is missing and returns the names it applied. Several processes may call it at once.
 * A file whose first line is `-- no-transaction` must contain a single statement that may be
 * repeated. Throws when the files do not continue what the database has applied, and with the
 * file's name when a file fails.
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
         name text primary key, sha256 text not null, applied_at timestamptz not null default now()
       )`,
    );
    return await applyMissing(client, readMigrations(directory));
  } finally {
    // Ending the session frees the lock and rolls back what is open.
    await client.end();
  }
}

/** Whether all files are applied. A database may be ahead of them. */
export async function isMigrated(pool: Pick<pg.Pool, 'query'>, directory = migrationsDirectory) {
  const { rows } = await pool.query<{ name: string }>('select name from schema_migration');
  const applied = new Set(rows.map((row) => row.name));
  return readMigrations(directory).every(({ name }) => applied.has(name));
}

// Polls instead of waiting inside PostgreSQL: a waiting statement keeps a snapshot, and `create
// index concurrently` in the process that migrates would wait for it forever.
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isLocked: boolean }>(
      'select pg_try_advisory_lock($1) as "isLocked"',
      [lockKey],
    );
    if (rows[0]?.isLocked) return;
    await sleep(lockPollMs);
  }
}

async function applyMissing(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  const { rows: applied } = await client.query<Applied>(
    'select name, sha256 from schema_migration order by name',
  );
  assertContinues(applied, migrations);
  const names = new Set(applied.map(({ name }) => name));
  const missing = migrations.filter(({ name }) => !names.has(name));
  for (const migration of missing) await apply(client, migration);
  return missing.map(({ name }) => name);
}

type Applied = { name: string; sha256: string };

/**
 * A database may be ahead of the files, while a release that adds a migration is rolled out or
 * back. Below the last file, both must be the same.
 */
function assertContinues(applied: Applied[], migrations: Migration[]): void {
  const files = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  const lastFile = migrations.at(-1)?.name ?? '';
  const lastApplied = applied.at(-1)?.name ?? '';
  for (const { name, sha256 } of applied) {
    const file = files.get(name);
    if (file === undefined && readNumber(name) <= readNumber(lastFile))
      throw new Error(
        `This database applied migration ${name}, which does not exist here. Put the file back ` +
          'under that name. See "Migrations" in docs/guides/upgrade.md.',
      );
    if (file !== undefined && file !== sha256)
      throw new Error(
        `Migration ${name} was edited after this database applied it. ` +
          'Put the file back and write the change as a new migration.',
      );
  }
  const names = new Set(applied.map(({ name }) => name));
  const late = migrations.find(({ name }) => !names.has(name) && name < lastApplied);
  if (late)
    throw new Error(
      `Migration ${late.name} comes before ${lastApplied}, which this database already applied. ` +
        'Give it the next free number.',
    );
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
