import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startFaultProxy } from '#test/chaos/fault-proxy.ts';
import { useDatabase } from '#test/database.ts';
import { outageRetryAfter } from '../outages.ts';
import { openPool } from './pool.ts';

const database = useDatabase();
const log = pino({ level: 'silent' });

function poolOfOne(namedStatements: boolean) {
  const pool = openPool(database.connection, { limits: { max: 1 }, namedStatements, log });
  onTestFinished(() => pool.end());
  return pool;
}

const prepared = `select count(*)::int as count from pg_prepared_statements`;

test('a statement with parameters is prepared once under a name', async () => {
  const pool = poolOfOne(true);
  await pool.query('select $1::int', [1]);
  await pool.query('select $1::int', [2]);
  expect((await pool.query(prepared)).rows).toEqual([{ count: 1 }]);
});

test('a text search is planned for each query', async () => {
  const pool = poolOfOne(true);
  await pool.query('select $1::text like $2', ['a', 'b']);
  expect((await pool.query(prepared)).rows).toEqual([{ count: 0 }]);
});

test('naming statements can be turned off', async () => {
  const pool = poolOfOne(false);
  await pool.query('select $1::int', [1]);
  expect((await pool.query(prepared)).rows).toEqual([{ count: 0 }]);
});

test('int8 is read as bigint and numeric as a string', async () => {
  const { rows } = await database.pool.query(
    'select 9007199254740993::int8 as big, 0.000000000000000001::numeric(38,18) as small',
  );
  expect(rows).toEqual([{ big: 9007199254740993n, small: '0.000000000000000001' }]);
});

test('statements and idle transactions have a time limit', async () => {
  const { rows } = await database.pool.query(
    `select current_setting('statement_timeout') as statement,
       current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  expect(rows).toEqual([{ statement: '15s', idle: '30s' }]);
});

test('a call gets an error when the server stands still, and the next one a new connection', async () => {
  const { host, port, database: name, user } = new pg.Client(database.connection);
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const proxy = await startFaultProxy(target);
  onTestFinished(() => proxy.stop());
  const place = { host: '127.0.0.1', port: proxy.port, database: name, user };
  const pool = openPool(place, { limits: { max: 1, statementTimeoutMs: 10_000 }, log });
  onTestFinished(() => pool.end());
  await pool.query('select 1');
  await proxy.set('hang');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waiting = pool.query('select 2').catch((error: Error) => error);
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
  vi.advanceTimersByTime(15_001);
  vi.useRealTimers();
  expect(outageRetryAfter(await waiting)).toBeGreaterThan(0);
  await proxy.set('pass');
  expect((await pool.query('select 3 as n')).rows).toEqual([{ n: 3 }]);
});

test('a transaction is retried after a conflict', async () => {
  await database.pool.query('create table counter (id int primary key, value int not null)');
  await database.pool.query('insert into counter values (1, 0)');
  let reads = 0;
  const bothHaveRead = Promise.withResolvers<void>();
  const increment = () =>
    database.transaction(
      async (tx) => {
        const { rows } = await sql<{ value: number }>`select value from counter`.execute(tx);
        reads += 1;
        if (reads === 2) bothHaveRead.resolve();
        await bothHaveRead.promise;
        await sql`update counter set value = ${(rows[0]?.value ?? 0) + 1}`.execute(tx);
      },
      { isolationLevel: 'serializable' },
    );
  await Promise.all([increment(), increment()]);
  expect((await database.pool.query('select value from counter')).rows).toEqual([{ value: 2 }]);
  expect(reads).toBe(3);
});

test('a permanent conflict fails after five retries', async () => {
  let runs = 0;
  const work = database.transaction(async (tx) => {
    runs += 1;
    await sql`do $$ begin raise exception 'again' using errcode = '40P01'; end $$`.execute(tx);
  });
  await expect(work).rejects.toThrow('again');
  expect(runs).toBe(6);
});

test('a transaction looks again when the row it refers to was deleted meanwhile', async () => {
  await database.pool.query('create table parent (id int primary key)');
  await database.pool.query('create table child (parent_id int references parent (id))');
  await database.pool.query('insert into parent values (1)');
  const other = await database.directClient();
  onTestFinished(() => other.end());
  const work = database.transaction(async (tx) => {
    const { rows } = await sql`select id from parent`.execute(tx);
    if (rows.length === 0) throw new Error('Not found.');
    await other.query('delete from parent');
    await sql`insert into child values (1)`.execute(tx);
  });
  await expect(work).rejects.toThrow('Not found.');
});

test('a transaction looks again when the row it misses was inserted meanwhile', async () => {
  await database.pool.query('create table named (name text primary key)');
  const other = await database.directClient();
  onTestFinished(() => other.end());
  const work = database.transaction(async (tx) => {
    const { rows } = await sql`select name from named`.execute(tx);
    if (rows.length > 0) throw new Error('This name is in use.');
    await other.query(`insert into named values ('a')`);
    await sql`insert into named values ('a')`.execute(tx);
  });
  await expect(work).rejects.toThrow('This name is in use.');
});

test('a transaction that always breaks a key fails after one retry', async () => {
  await database.pool.query('create table taken (id int primary key)');
  await database.pool.query('insert into taken values (1)');
  let runs = 0;
  const work = database.transaction(async (tx) => {
    runs += 1;
    await sql`insert into taken values (1)`.execute(tx);
  });
  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect(runs).toBe(2);
});

test('an error in a transaction rolls it back and is not retried', async () => {
  let runs = 0;
  const work = database.transaction(async (tx) => {
    runs += 1;
    await sql`create table half (id int)`.execute(tx);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(runs).toBe(1);
  const { rows } = await database.pool.query(`select to_regclass('half') as found`);
  expect(rows).toEqual([{ found: null }]);
});

test('a dedicated client receives notifications', async () => {
  const client = await database.directClient();
  onTestFinished(() => client.end());
  const heard = Promise.withResolvers<string | undefined>();
  client.once('notification', ({ payload }) => heard.resolve(payload));
  await client.query('listen news');
  await database.pool.query(`select pg_notify('news', 'hello')`);
  expect(await heard.promise).toBe('hello');
});

test('a lost idle connection is replaced', async () => {
  const pool = poolOfOne(true);
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const lost = new Promise((resolve) => pool.once('error', resolve));
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await lost;
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a connection lost within a transaction fails only that transaction', async () => {
  const work = database.transaction(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    const pid = rows[0]?.pid;
    await database.pool.query('select pg_terminate_backend($1)', [pid]);
    const running = 'select count(*)::int as count from pg_stat_activity where pid = $1';
    await expect
      .poll(async () => (await database.pool.query(running, [pid])).rows)
      .toEqual([{ count: 0 }]);
    await sql`select 1`.execute(tx);
  });
  await expect(work).rejects.toThrow();
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
