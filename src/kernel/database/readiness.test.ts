import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useDatabase, useEmptyDatabase } from '#test/database.ts';
import { openDatabase } from './open-database.ts';
import { openPool } from './pool.ts';
import { createReadinessCheck } from './readiness.ts';

const database = useDatabase();
const empty = useEmptyDatabase();
const log = pino({ level: 'silent' });

/** With settings of the session, as for `postgres -c`. */
function open(connection: object, setting?: string) {
  const options = setting && `-c ${setting}`;
  const pool = openPool({ ...connection, ...(options && { options }) }, { log });
  onTestFinished(() => pool.end());
  return pool;
}

const works = { database: true, writes: true, migrations: true, missing: [] };

test('a migrated database that can be written is ready', async () => {
  const rows = 'select sum(n_tup_ins)::int as rows from pg_stat_xact_user_tables';
  const pool = open(database.connection);
  expect(await createReadinessCheck({ pool })()).toEqual(works);
  expect((await pool.query(rows)).rows).toEqual([{ rows: 0 }]);
});

test('missing migrations are named', async () => {
  expect(await createReadinessCheck({ pool: open(empty) })()).toEqual({
    ...works,
    migrations: false,
    missing: ['The database lacks migrations of this version.'],
  });
});

test('a read-only database is not ready, and is reported', async () => {
  const pool = open(database.connection, 'default_transaction_read_only=on');
  const onReadOnly = vi.fn();
  expect(await createReadinessCheck({ pool, onReadOnly })()).toEqual({
    ...works,
    writes: false,
    missing: ['The database is read-only.'],
  });
  expect(onReadOnly).toHaveBeenCalledOnce();
});

test('a database that can not write files is not ready', async () => {
  const pool = open(database.connection, 'temp_file_limit=0');
  expect(await createReadinessCheck({ pool })()).toEqual({
    ...works,
    writes: false,
    missing: ['The database refuses to write.'],
  });
});

test('a full disk is named', async () => {
  const query = async (text: string) => {
    if (text.startsWith('begin')) throw Object.assign(new Error('full'), { code: '53100' });
    return text.includes('schema_migration') ? database.pool.query(text) : { rows: [{}] };
  };
  const pool = { connect: async () => ({ query, release: () => undefined }) };
  expect(await createReadinessCheck({ pool: pool as never })()).toMatchObject({
    writes: false,
    missing: ['The disk of the database is full.'],
  });
});

test('a database that is away is not ready', async () => {
  const config = { DATA_DIR: '', PG_NAMED_STATEMENTS: true };
  const connection = { host: '/nowhere', user: 'nobody' };
  const absent = await openDatabase(config, log, { connection });
  onTestFinished(() => absent.close());
  expect(await absent.checkReadiness()).toEqual({
    database: false,
    writes: false,
    migrations: false,
    missing: ['The database does not respond.'],
  });
});

test('probes within a second share one check', async () => {
  let nowMs = 0;
  const pool = open(database.connection);
  const connect = vi.spyOn(pool, 'connect');
  const check = createReadinessCheck({ pool, now: () => nowMs });
  await Promise.all([check(), check()]);
  nowMs = 999;
  await check();
  expect(connect).toHaveBeenCalledTimes(1);
  nowMs = 1000;
  expect(await check()).toEqual(works);
  expect(connect).toHaveBeenCalledTimes(2);
});
