// Calls while the database accepts everything and returns nothing.
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { type FaultProxy, startFaultProxy } from '#test/chaos/fault-proxy.ts';
import { useDatabase } from '#test/database.ts';
import { createTestApi, openTestKernel } from '#test/test-kernel.ts';
import { type Database, openDatabase } from '../database/open-database.ts';
import type { Api } from './api.ts';
import { mount, respond } from './mount.ts';

const direct = useDatabase();
let proxy: FaultProxy;
let database: Database;
let api: Api;
let onHandle: () => Promise<void> | undefined;

const order = endpoint({
  method: 'POST',
  path: '/apix/order/',
  summary: 'Order',
  permission: 'user',
  work: 'none',
  rateLimit: { points: 100, windowSeconds: 60 },
  body: z.object({}),
  responses: { 200: z.object({ n: z.int() }) },
  errors: [],
});

beforeAll(async () => {
  const { host, port, database: name, user } = new pg.Client(direct.connection);
  proxy = await startFaultProxy(
    host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
  );
  const connection = { host: '127.0.0.1', port: proxy.port, database: name, user };
  const config = { DATA_DIR: '', PG_NAMED_STATEMENTS: true, DATABASE_STATEMENT_TIMEOUT_MS: 10_000 };
  database = await openDatabase(config, pino({ level: 'silent' }), { connection });
  const kernel = openTestKernel(database, {});
  api = await createTestApi(kernel);
  mount(api, order, async () => {
    await onHandle();
    return respond(
      200,
      await kernel.work.read(async (db) => {
        await db.selectFrom('account').select('id').limit(1).execute();
        return { n: 1 };
      }),
    );
  });
});
afterAll(async () => {
  await proxy.set('pass');
  await api.app.close();
  await database.close();
  await proxy.stop();
});

const call = (key: string) =>
  api.app.inject({
    method: 'POST',
    url: order.path,
    payload: {},
    headers: { authorization: 'Bearer account-7', 'idempotency-key': key },
  });

/** Opens several connections, so that each statement of a call can wait on one of its own. */
async function openConnections() {
  onHandle = () => undefined;
  const replies = await Promise.all(['a', 'b', 'c', 'd'].map(call));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
}

/** Lets time pass until `work` ends, and returns how much of it did, in milliseconds. */
async function passTime(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  let ms = 0;
  for (; !isDone; ms += 500) {
    vi.advanceTimersByTime(500);
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  }
  return ms;
}

test.each<[string, (fallSilent: () => Promise<void>) => Promise<void> | undefined]>([
  ['before its handler', (fallSilent) => fallSilent()],
  [
    'in its handler',
    (fallSilent) => {
      onHandle = fallSilent;
      return undefined;
    },
  ],
  [
    'when it needs a connection',
    async (fallSilent) => {
      proxy.cut();
      await expect.poll(() => database.pool.totalCount).toBe(0);
      await fallSilent();
    },
  ],
])('a call whose database falls silent %s waits once', async (when, prepare) => {
  await openConnections();
  const silent = Promise.withResolvers<void>();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await prepare(async () => {
    await proxy.set('hang');
    silent.resolve();
  });
  const waiting = call(when);
  await silent.promise;
  const waitedMs = await passTime(waiting);
  vi.useRealTimers();
  await proxy.set('pass');
  const reply = await waiting;
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'service_unavailable']);
  // A statement alone takes 15 s, and a connection 10 s.
  expect(waitedMs).toBeLessThan(20_000);
});
