import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { useEmptyDatabase } from '#test/database.ts';
import { startProgram } from '#test/processes/program.ts';
import { isMigrated, migrateDatabase, migrationsDirectory, readMigrations } from './migrate.ts';

const connections = {
  race: useEmptyDatabase(),
  edited: useEmptyDatabase(),
  broken: useEmptyDatabase(),
  pending: useEmptyDatabase(),
  renamed: useEmptyDatabase(),
  late: useEmptyDatabase(),
  ahead: useEmptyDatabase(),
};

function migrationFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, sql] of Object.entries(files)) writeFileSync(path.join(folder, name), sql);
  return folder;
}

async function ask(connection: pg.ClientConfig, sql: string) {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows as Record<string, unknown>[];
}

test('concurrent processes apply each migration once', async () => {
  const connection = connections.race;
  const folder = migrationFolder({
    '0001_first.sql': 'create table first (id int); insert into first values (1);',
    '0002_index.sql': '-- no-transaction\ncreate index concurrently first_id on first (id)',
    '0003_second.sql': 'create table second as select id from first',
    'notes.txt': 'not a migration',
  });
  const address = connection.connectionString ?? '';
  const applied = await Promise.all(
    [1, 2, 3, 4].map(() => startProgram('migrate.ts', [address, folder]).read<string[]>()),
  );
  expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_index.sql', '0003_second.sql']);
  expect(await ask(connection, 'select id from second')).toEqual([{ id: 1 }]);
});

test('an applied file that was edited is refused, and nothing else is applied', async () => {
  const connection = connections.edited;
  const before = migrationFolder({ '0001_first.sql': 'create table first (id int)' });
  await migrateDatabase({ connection }, before);
  const after = migrationFolder({
    '0001_first.sql': 'create table first (id bigint)',
    '0002_second.sql': 'create table second (id int)',
  });
  await expect(migrateDatabase({ connection }, after)).rejects.toThrow(
    /0001_first\.sql was edited/,
  );
  expect(await ask(connection, `select to_regclass('second') as found`)).toEqual([{ found: null }]);
});

test('an applied file that is missing or renamed stops the migration', async () => {
  const connection = connections.renamed;
  await migrateDatabase({ connection }, migrationFolder({ '0001_first.sql': 'select 1' }));
  const renamed = migrationFolder({ '0001_other.sql': 'create table other (id int)' });
  await expect(migrateDatabase({ connection }, renamed)).rejects.toThrow(
    /applied migration 0001_first\.sql, which does not exist here/,
  );
  expect(await ask(connection, `select to_regclass('other') as found`)).toEqual([{ found: null }]);
});

test('a new file below the last applied one is refused', async () => {
  const connection = connections.late;
  const files = { '0001_first.sql': 'select 1', '0003_third.sql': 'select 3' };
  await migrateDatabase({ connection }, migrationFolder(files));
  const late = migrationFolder({ ...files, '0002_second.sql': 'select 2' });
  await expect(migrateDatabase({ connection }, late)).rejects.toThrow(
    /0002_second\.sql comes before 0003_third\.sql/,
  );
});

test('a database that is ahead of the files is accepted', async () => {
  const connection = connections.ahead;
  const files = { '0001_first.sql': 'select 1' };
  await migrateDatabase(
    { connection },
    migrationFolder({ ...files, '0002_second.sql': 'select 2' }),
  );
  expect(await migrateDatabase({ connection }, migrationFolder(files))).toEqual([]);
});

test('two files with one number are refused', () => {
  const folder = migrationFolder({ '0001_a.sql': 'select 1', '0001_b.sql': 'select 2' });
  expect(() => readMigrations(folder)).toThrow('0001_a.sql and 0001_b.sql have the same number');
});

// SHA256SUMS lists what was released: `sha256sum *.sql > SHA256SUMS` within migrations/.
test('released migrations are unchanged and new ones are numbered above them', () => {
  const sums = readFileSync(path.join(migrationsDirectory, 'SHA256SUMS'), 'utf8').trim();
  const released = sums.split('\n').map((line) => line.split(/\s+/).reverse());
  const files = readMigrations().map(({ name, sha256 }) => [name, sha256]);
  expect(released.length).toBeGreaterThan(0);
  expect(files.slice(0, released.length)).toEqual(released);
});

test('a failing file is rolled back and named', async () => {
  const connection = connections.broken;
  const folder = migrationFolder({
    '0001_first.sql': 'create table first (id int)',
    '0002_broken.sql': 'create table half (id int); select * from missing',
  });
  await expect(migrateDatabase({ connection }, folder)).rejects.toThrow(/0002_broken\.sql failed/);
  expect(await ask(connection, `select to_regclass('half') as found`)).toEqual([{ found: null }]);
  expect(await ask(connection, 'select name from schema_migration')).toEqual([
    { name: '0001_first.sql' },
  ]);
});

test('a database counts as migrated when every file is applied', async () => {
  const connection = connections.pending;
  const client = new pg.Client(connection);
  await client.connect();
  onTestFinished(() => client.end());
  const first = { '0001_first.sql': 'select 1' };
  await migrateDatabase({ connection }, migrationFolder(first));
  expect(await isMigrated(client, migrationFolder(first))).toBe(true);
  const more = { ...first, '0002_second.sql': 'select 2' };
  expect(await isMigrated(client, migrationFolder(more))).toBe(false);
});
