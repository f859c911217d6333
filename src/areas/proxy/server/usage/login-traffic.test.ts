import { beforeEach, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  resourcesPath,
} from '#test/proxy-resources.ts';
import { send } from '#test/requests.ts';
import type { LoginTrafficWire, ProxyStatisticsWire } from '../../wire/index.ts';
import type { Traffic, UsageClient } from './record-usage.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
let person = 0;
let ada: SignedIn;
let shop: string;
let keyId: string;
let userId: string;

beforeEach(async () => {
  allowManyResources(t);
  ada = await t.signIn(`ada${++person}@example.com`);
  shop = await createResource(t, ada, { uses_pool: false });
  await addProxies(t, ada, shop, ['127.0.0.1:9']);
  ({ id: keyId } = await createApiKey(t, ada, { name: 'crawler', scopes: ['proxy'] }));
  const path = `${resourcesPath}${shop}/sub-users/`;
  const { body } = await send(t, 'POST', path, { name: 'office' }, ada);
  userId = String(body.id);
});

async function use(client: UsageClient | undefined, requests: number, traffic: Traffic) {
  const pool = (await t.areas.proxy.poolCache.find(ada.accountId, shop))!;
  const { usage } = t.areas.proxy;
  for (let time = 0; time < requests; time++)
    usage.recordAttempt(pool, pool.candidates[0]!, { status: 200, latencyMs: 5, client });
  usage.recordTraffic(pool.resource.id, client, traffic);
  await usage.flush();
}
const get = async <T>(path: string, who = ada) => {
  const { status, body } = await send(t, 'GET', `${resourcesPath}${shop}/${path}`, undefined, who);
  return { status, body: body as unknown as T };
};
type Row = LoginTrafficWire & { day: string };
const listTraffic = (query = '') => get<{ results: Row[]; count: number }>(`traffic/?${query}`);

test('figures of logins, days and the whole resource agree', async () => {
  const key = { kind: 'key', id: keyId } as const;
  const user = { kind: 'user', id: userId } as const;
  const now = t.clock.now();
  t.clock.set(new Date(now.getTime() - dayMs));
  await use(user, 1, { sent: 10, received: 20 });
  t.clock.set(now);
  await use(key, 3, { sent: 100, received: 900 });
  await use(user, 2, { sent: 30, received: 40 });
  await use(undefined, 1, { sent: 1, received: 2 });
  const { body } = await get<ProxyStatisticsWire>('statistics/?period=7d');
  const officeTotals = { requests: 3, bytes: 100, bytes_sent: 40, bytes_received: 60 };
  expect(body.logins).toEqual([
    {
      kind: 'key',
      id: keyId,
      name: 'crawler',
      requests: 3,
      bytes: 1000,
      bytes_sent: 100,
      bytes_received: 900,
    },
    { kind: 'user', id: userId, name: 'office', ...officeTotals },
    {
      kind: 'console',
      id: null,
      name: null,
      requests: 1,
      bytes: 3,
      bytes_sent: 1,
      bytes_received: 2,
    },
  ]);
  const sum = (rows: readonly LoginTrafficWire[], field: 'requests' | 'bytes') =>
    rows.reduce((total, row) => total + row[field], 0);
  const days = (await listTraffic('period=7d')).body;
  for (const rows of [body.logins, days.results]) {
    expect(sum(rows, 'requests')).toBe(body.requests_total);
    expect(sum(rows, 'bytes')).toBe(body.bandwidth_bytes);
  }
  expect(body.keys_used.map(({ key: id, bytes }) => [id, bytes])).toEqual([
    [keyId, 1000],
    [null, 3],
  ]);
  const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  expect(days.results.map(({ day, name, requests }) => [day, name, requests])).toEqual([
    [toDay(now.getTime()), 'crawler', 3],
    [toDay(now.getTime()), 'office', 2],
    [toDay(now.getTime()), null, 1],
    [toDay(now.getTime() - dayMs), 'office', 1],
  ]);
  const second = (await listTraffic('period=7d&page=2&page_size=3')).body;
  expect([second.count, second.results.length]).toEqual([4, 1]);
});

test('directions are unknown where they were not counted', async () => {
  const user = { kind: 'user', id: userId } as const;
  await use(user, 1, { sent: 10, received: 20 });
  const rows = t.kernel.database.write.updateTable('proxy_usage_breakdown');
  await rows.set({ bytes_sent: null }).where('label', '=', userId).execute();
  await use(user, 1, { sent: 10, received: 20 });
  const { body } = await listTraffic();
  expect(body.results).toMatchObject([
    { requests: 2, bytes: 60, bytes_sent: null, bytes_received: null },
  ]);
});

test('a deleted sub-user has no name, and its traffic stays', async () => {
  await use({ kind: 'user', id: userId }, 1, { sent: 10, received: 20 });
  await send(t, 'DELETE', `${resourcesPath}${shop}/sub-users/${userId}/`, undefined, ada);
  const { body } = await listTraffic();
  expect(body.results).toMatchObject([{ kind: 'user', id: userId, name: null, bytes: 30 }]);
});

test('traffic of others is not found', async () => {
  const bob = await t.signIn(`bob${person}@example.com`);
  expect((await get('traffic/', bob)).status).toBe(404);
  expect((await listTraffic('page=2')).status).toBe(404);
  expect((await listTraffic('period=1y')).status).toBe(400);
});
