// Two real servers of which one can be written, and what happens when they change roles.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createJobs } from '../jobs/jobs.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts';
import { type Database, openDatabase } from './open-database.ts';

const log = pino({ level: 'silent' });
type TestServer = { postgres: EmbeddedPostgres; place: string; dir: string };
const servers: TestServer[] = [];

beforeAll(async () => {
  for (const name of ['one', 'two']) {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'weftline-two-'));
    // As root the server runs as nobody, who must be able to enter.
    chmodSync(dir, 0o755);
    const postgres = await openEmbeddedPostgres(dir, log, { fsync: 'off' });
    const place = `${encodeURIComponent(postgres.connection.host)}:${postgres.connection.port}`;
    servers.push({ postgres, place, dir });
    await administer(postgres, `create table who as select '${name}' as name`);
    const jobs = createJobs({ connection: postgres.connection, runsWorkers: false, log });
    jobs.define('greet', {}, async () => undefined);
    await jobs.start();
    await jobs.stop(1000);
  }
});
beforeEach(() => makePrimary('one'));
afterAll(async () => {
  for (const { postgres, dir } of servers) {
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
});

async function administer({ connection }: EmbeddedPostgres, ...statements: string[]) {
  const client = new pg.Client(connection);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** The other server becomes read-only for all sessions, as a full managed one does. */
async function makePrimary(name: 'one' | 'two' | 'none'): Promise<void> {
  for (const [at, { postgres }] of servers.entries()) {
    const value = name === (at === 0 ? 'one' : 'two') ? 'off' : 'on';
    await administer(
      postgres,
      'set default_transaction_read_only = off',
      `alter system set default_transaction_read_only = ${value}`,
      'select pg_reload_conf()',
    );
  }
}

const toUrl = (places = servers.map(({ place }) => place)) =>
  `postgres://postgres@${places.join(',')}/postgres?target_session_attrs=read-write`;

async function open(url = toUrl()): Promise<Database> {
  const config = { DATA_DIR: '', DATABASE_URL: url, PG_NAMED_STATEMENTS: true };
  const database = await openDatabase(config, log);
  onTestFinished(() => database.close());
  return database;
}

/** Which server it writes to; throws when that is read-only. */
async function write({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('update who set name = name returning name');
  return rows[0]!.name;
}

const writesTo = (database: Database, name: string) =>
  expect.poll(() => write(database)).toBe(name);

test('the server that can be written is found, at any place of the list', async () => {
  expect(await write(await open())).toBe('one');
  expect(await write(await open(toUrl(servers.map(({ place }) => place).toReversed())))).toBe(
    'one',
  );
});

test('a server that is away is skipped', async () => {
  expect(await write(await open(toUrl(['%2Fnowhere:1', servers[0]!.place])))).toBe('one');
});

test('after a change of roles the process goes on without a restart', async () => {
  const database = await open();
  const pool = new pg.Pool(database.connection);
  pool.on('error', () => undefined);
  onTestFinished(() => pool.end());
  const listener = await database.directClient();
  const ended = new Promise((resolve) => listener.once('end', resolve));
  const readName = async (from: Pick<pg.Pool, 'query'>) =>
    (await from.query('select name from who')).rows[0].name;
  expect([await write(database), await readName(pool)]).toEqual(['one', 'one']);
  await makePrimary('two');
  await writesTo(database, 'two');
  // Other pools move as well, although they only read, and so do connections that listen.
  await ended;
  await expect.poll(() => readName(pool)).toBe('two');
  const next = await database.directClient();
  expect(await readName(next as never)).toBe('two');
  await next.end();
  await makePrimary('one');
  await writesTo(database, 'one');
});

test('jobs run on the new primary', async () => {
  const database = await open();
  const done: string[] = [];
  const jobs = createJobs({ connection: database.connection, runsWorkers: true, log });
  jobs.define<{ name: string }>('greet', {}, async ({ name }) => void done.push(name));
  await jobs.start();
  onTestFinished(() => jobs.stop(1000));
  const send = (name: string) => database.transaction((tx) => jobs.send(tx, 'greet', { name }));
  await send('before');
  await expect.poll(() => done).toEqual(['before']);
  await makePrimary('two');
  await expect.poll(() => send('after')).toBe(undefined);
  await expect.poll(() => done).toEqual(['before', 'after']);
});

test('without a primary calls fail as an outage, and the readiness says why', async () => {
  const database = await open();
  expect(await write(database)).toBe('one');
  await makePrimary('none');
  await expect(write(database)).rejects.toThrow();
  await expect.poll(() => database.checkReadiness()).toMatchObject({ writes: false });
  await makePrimary('two');
  await writesTo(database, 'two');
});
