import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { declareError, type Endpoint, endpoint } from '#lib/endpoint.ts';
import { createTestApi, useKernel } from '#test/test-kernel.ts';
import type { Db } from '../database/database.ts';
import { currentCaller } from '../database/work.ts';
import type { Api } from './api.ts';
import { apiError } from './errors.ts';
import { mount, respond } from './mount.ts';

const t = useKernel({ DATABASE_WAIT_MS: '100' });
let api: Api;
const refused = declareError('refused', 400, 'No.');

const save = endpoint({
  method: 'POST',
  path: '/apix/save/',
  summary: 'Save',
  permission: 'user',
  work: 'write',
  body: z.object({ key: z.string(), outcome: z.enum(['refused', 'conflict']) }),
  responses: { 201: z.object({ runs: z.int() }) },
  errors: [refused],
});
const read = endpoint({
  method: 'GET',
  path: '/apix/read/',
  summary: 'Read',
  permission: 'user',
  work: 'read',
  responses: { 200: z.object({ isTransaction: z.boolean() }) },
});
const nested = endpoint({ ...read, path: '/apix/nested/', work: 'write' });
let onSeen: () => void = () => undefined;
const byKey = endpoint({ ...read, path: '/apix/by-key/', permission: 'optional', work: 'none' });
const none = endpoint({ ...read, path: '/apix/none/', work: 'none' });

const insert = (db: Db, key: string) =>
  sql`insert into rate_limit (key) values (${key})`.execute(db);
/** Keys written by `insert`; those of real rate limits contain a colon. */
const stored = async () => {
  const query = "select key from rate_limit where key not like '%:%' order by key";
  return (await t.kernel.database.pool.query(query)).rows.map(({ key }) => key);
};

beforeAll(async () => {
  api = await createTestApi(t.kernel);
  const runsByName = new Map<string, number>();
  mount(api, save, async ({ db, body }) => {
    const runs = (runsByName.get(body.key) ?? 0) + 1;
    runsByName.set(body.key, runs);
    await insert(db, body.key);
    if (body.outcome === 'refused') throw apiError(refused);
    if (runs === 1) throw Object.assign(new Error('conflict'), { code: '40001' });
    return respond(201, { runs });
  });
  mount(api, read, ({ db }) => respond(200, { isTransaction: db.isTransaction }));
  mount(api, none, ({ db }) => respond(200, { isTransaction: db !== undefined }));
  mount(api, byKey, () => {
    onSeen();
    return respond(200, { isTransaction: false });
  });
  mount(api, nested, async () => {
    await t.kernel.work.read((db) => insert(db, 'second connection'));
    return respond(200, { isTransaction: true });
  });
});

const headers = { authorization: 'Bearer account-7' };
const post = (key: string, outcome: string) =>
  api.app.inject({ method: 'POST', url: '/apix/save/', payload: { key, outcome }, headers });
const get = ({ path }: Endpoint) => api.app.inject({ url: path, headers });

test('a failed call is rolled back, and a conflict is retried', async () => {
  expect((await post('a', 'refused')).statusCode).toBe(400);
  expect(await stored()).toEqual([]);
  const reply = await post('b', 'conflict');
  expect([reply.statusCode, reply.json(), await stored()]).toEqual([201, { runs: 2 }, ['b']]);
});

test('a handler gets the unit of work of its contract', async () => {
  expect((await get(read)).json()).toEqual({ isTransaction: false });
  expect((await get(none)).json()).toEqual({ isTransaction: false });
});

test('all keys of an account count as the same caller', async () => {
  const callers: (string | null)[] = [];
  const seen = async (headers: Record<string, string>) => {
    await api.app.inject({ url: byKey.path, headers });
    return callers.pop();
  };
  onSeen = () => callers.push(currentCaller());
  expect(await seen({ authorization: 'ApiKey sk_test_customs' })).toBe('account:7');
  expect(await seen({ authorization: 'Bearer account-7' })).toBe('account:7');
  expect(await seen({})).toBe('ip:127.0.0.1');
});

test('a second connection within a transaction fails outside production', async () => {
  expect((await get(nested)).statusCode).toBe(500);
  expect(await stored()).not.toContain('second connection');
});

test('a database timeout is 503, is logged, and may be repeated', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const busy = await createTestApi({ ...t.kernel, log });
  let isSlow = true;
  mount(busy, save, async () => {
    if (isSlow) throw Object.assign(new Error('canceling statement'), { code: '57014' });
    return respond(201, { runs: 1 });
  });
  const ask = () =>
    busy.app.inject({
      method: 'POST',
      url: '/apix/save/',
      payload: { key: 'busy', outcome: 'conflict' },
      headers: { ...headers, 'idempotency-key': 'busy' },
    });
  const refusedReply = await ask();
  expect([refusedReply.statusCode, refusedReply.headers['retry-after']]).toEqual([503, '1']);
  expect(lines.join()).toContain('canceling statement');
  isSlow = false;
  expect((await ask()).statusCode).toBe(201);
});
