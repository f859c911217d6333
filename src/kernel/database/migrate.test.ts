import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { useEmptyDatabase } from '#test/database.ts';
import { startProgram } from '#test/program.ts';
import { isMigrated, migrateDatabase } from './migrate.ts';

const connections = {
  race: useEmptyDatabase(),
  edited: useEmptyDatabase(),
  broken: useEmptyDatabase(),
  pending: useEmptyDatabase(),
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

test('of several processes that migrate at once each file is applied by one', async () => {
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

test('an edited file that was applied is refused and nothing else is applied', async () => {
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

test('a file that fails leaves nothing behind and is named', async () => {
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
  const pool = new pg.Pool(connection);
  onTestFinished(() => pool.end());
  const first = { '0001_first.sql': 'select 1' };
  await migrateDatabase({ connection }, migrationFolder(first));
  expect(await isMigrated(pool, migrationFolder(first))).toBe(true);
  const more = { ...first, '0002_second.sql': 'select 2' };
  expect(await isMigrated(pool, migrationFolder(more))).toBe(false);
});
