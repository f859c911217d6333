// A process whose database is stopped, becomes read-only, or that is asked to stop itself.
import { rmSync } from 'node:fs';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#kernel/database/embedded-postgres.ts';
import {
  type AppProcess,
  createDataDir,
  startApp,
  uniqueAddress,
} from '../processes/app-process.ts';
import { createInquiry } from '../processes/customers.ts';
import { findFreePort } from '../processes/ports.ts';

const log = pino({ level: 'silent' });
const databaseDir = createDataDir();
const dataDir = createDataDir();
let postgres: EmbeddedPostgres;
let app: AppProcess;

const openPostgres = async () => {
  postgres = await openEmbeddedPostgres(databaseDir, log, { fsync: 'off' });
};
function env(): Record<string, string> {
  const { host, port } = postgres.connection;
  const DATABASE_URL = `postgres://postgres@${encodeURIComponent(host)}:${port}/postgres`;
  return { DATABASE_URL, DRAIN_SECONDS: '3' };
}

beforeAll(async () => {
  await openPostgres();
  app = await startApp(dataDir, env());
});
afterEach(async () => {
  await expect.poll(async () => (await read('/readyz')).status).toBe(200);
});
afterAll(async () => {
  await app?.kill();
  await postgres.stop();
  for (const dir of [dataDir, databaseDir]) rmSync(dir, { recursive: true, force: true });
});

async function ask(path: string, options: { body?: object; token?: string } = {}, url = app.url) {
  const { body, token } = options;
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-forwarded-for': uniqueAddress(),
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const read = (path: string) => ask(path);
async function readiness(): Promise<[number, unknown]> {
  const { status, text } = await read('/readyz');
  return [status, JSON.parse(text)];
}
const submitLead = (email: string) =>
  ask('/apix/leads/leads/submit/', { body: createInquiry(email) });
const requestCode = (email: string) => ask('/apix/accounts/otp/request/', { body: { email } });

function expectUnavailable({ status, headers, text }: Awaited<ReturnType<typeof ask>>) {
  expect([status, text]).toEqual([503, expect.stringContaining('"service_unavailable"')]);
  expect(JSON.parse(text)).toMatchObject({ retry_after: Number(headers.get('retry-after')) });
}

test('without its database a process says so at once, and goes on when it is back', async () => {
  await postgres.stop();
  try {
    expectUnavailable(await submitLead('away@example.com'));
    expectUnavailable(await requestCode('away@example.com'));
    expectUnavailable(await read('/apix/billing/tariffs/'));
    const missing = ['The database does not respond.'];
    await expect.poll(readiness).toMatchObject([503, { database: false, missing }]);
    for (const path of ['/healthz', '/.well-known/security.txt'])
      expect((await read(path)).status).toBe(200);
  } finally {
    await openPostgres();
  }
  await expect.poll(async () => (await submitLead('back@example.com')).status).toBe(201);
});

test('on a read-only database writes are refused and reads go on', async () => {
  await setReadOnly('on');
  try {
    await expect.poll(readiness).toMatchObject([503, { missing: ['The database is read-only.'] }]);
    expectUnavailable(await submitLead('readonly@example.com'));
    expectUnavailable(await requestCode('readonly@example.com'));
    expect((await read('/apix/billing/tariffs/')).status).toBe(200);
  } finally {
    await setReadOnly('off');
  }
  await expect.poll(async () => (await submitLead('writable@example.com')).status).toBe(201);
});

async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query('set default_transaction_read_only = off');
  await client.query(`alter system set default_transaction_read_only = ${value}`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

test('a process that is asked to stop first says that it is not ready, and still responds', async () => {
  const HEALTH_PORT = String(await findFreePort());
  const leaving = await startApp(dataDir, { ...env(), HEALTH_PORT });
  const exitCode = leaving.stop();
  await leaving.logged('closing');
  const readiness = await ask('/readyz', {}, leaving.url);
  expect([readiness.status, JSON.parse(readiness.text)]).toMatchObject([
    503,
    { database: true, writes: true, accepting: false },
  ]);
  const lead = createInquiry('during-the-drain@example.com');
  const reply = await ask('/apix/leads/leads/submit/', { body: lead }, leaving.url);
  expect([reply.status, reply.headers.get('connection')]).toEqual([201, 'keep-alive']);
  const alive = [`${leaving.url}/healthz`, `http://127.0.0.1:${HEALTH_PORT}/healthz`];
  for (const address of alive) expect((await fetch(address)).status).toBe(200);
  expect(await exitCode).toBe(0);
  for (const address of alive) await expect(fetch(address)).rejects.toThrow();
});
