import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '#kernel/database/database.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  listProxies,
  noAccountFacts,
  resourcesPath,
} from '#test/proxy-resources.ts';
import type { TestSite } from '#test/proxy-servers.ts';
import { send } from '#test/requests.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';
import { createProxies } from '../proxies.ts';
import { findResource } from '../resources/resource-store.ts';
import { exhaustionTime } from '../usage/forecast.ts';
import { computePercentile, toBucket, toUpperBound } from '../usage/latency-buckets.ts';
import { blockForResource } from './transition-health.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const farm = useProxyServers();
const hourMs = 3_600_000;
let site: TestSite;
let ada: SignedIn;
let person = 0;
beforeAll(async () => {
  allowManyResources(t);
  site = await farm.startSite();
  t.areas.proxy.checkUrl = site.url;
});
beforeEach(async () => {
  ada = await t.signIn(`ada${++person}@example.com`);
});
const block = (resource: string, proxy: string, more: object = {}) =>
  send(t, 'POST', '/apix/data_proxy/proxy/block/', { resource, proxy, ...more }, ada);

test('new proxies are checked immediately: working, wrong password, unreachable', async () => {
  const good = await farm.startProxy();
  const secured = await farm.startProxy({ login: 'a:b' });
  const name = await createResource(t, ada);
  await addProxies(t, ada, name, [good.line, `127.0.0.1:${secured.port}:a:wrong`, '127.0.0.1:9']);
  await t.jobs.runAll();
  const all = await listProxies(t, ada, name);
  const found = all.map(({ port, last_error, exit_address }) => ({
    port,
    last_error,
    exit_address,
  }));
  const byPort = (a: { port: number }, b: { port: number }) => b.port - a.port;
  const expected = [
    { port: good.port, last_error: null, exit_address: good.exit },
    { port: secured.port, last_error: 'auth_failed', exit_address: null },
    { port: 9, last_error: 'connection_refused', exit_address: null },
  ];
  expect(found.toSorted(byPort)).toEqual(expected.toSorted(byPort));
});

test('three failed checks make a proxy dead everywhere; a passed one revives it', async () => {
  const dying = await farm.startProxy();
  const names = [await createResource(t, ada), await createResource(t, ada)];
  const staff = await t.signIn('admin@example.com', { roles: ['admin'] });
  const body = { text: dying.line };
  await send(t, 'POST', '/apix/admin/proxies/', body, { headers: staff.headers });
  await t.jobs.runAll();
  const statuses = async () => {
    ada = await t.signIn(ada.email);
    const lists = await Promise.all(names.map((name) => listProxies(t, ada, name)));
    return lists.map(([one]) => one?.status);
  };
  expect(await statuses()).toEqual(['available', 'available']);
  const { port } = dying;
  await dying.stop();
  for (let time = 0; time < 3; time++) {
    t.clock.advance(7 * 60_000);
    await t.jobs.runSchedule('proxy.check');
  }
  expect(await statuses()).toEqual(['dead', 'dead']);
  const { Server } = await import('proxy-chain');
  const again = new Server({ port, host: '127.0.0.1' });
  await again.listen();
  t.clock.advance(2 * hourMs);
  await t.jobs.runSchedule('proxy.check');
  expect(await statuses()).toEqual(['available', 'available']);
  await again.close(true);
  const { id } = (await listProxies(t, ada, names[0]!))[0]!;
  await send(t, 'DELETE', `/apix/admin/proxies/${id}/`, undefined, {
    headers: (await t.signIn('admin@example.com', { roles: ['admin'] })).headers,
  });
});

test('two processes never check the same proxy at once', async () => {
  const good = await farm.startProxy();
  const name = await createResource(t, ada);
  await addProxies(t, ada, name, [good.line]);
  const { checkDue } = await import('./check-proxies.ts');
  await Promise.all([checkDue(t.areas.proxy), checkDue(t.areas.proxy), checkDue(t.areas.proxy)]);
  expect(good.targets).toHaveLength(1);
  t.jobs.waiting.length = 0;
});

test('a new process knows the blocks', async () => {
  const name = await createResource(t, ada);
  await addProxies(t, ada, name, ['127.0.0.1:9']);
  await block(name, '127.0.0.1:9');
  const next = createProxies(t.kernel, noAccountFacts);
  const pool = await next.poolCache.find(ada.accountId, name);
  expect(pool?.candidates[0]?.health.blockedUntil).toBeGreaterThan(t.clock.now().getTime());
  expect((await next.poolCache.find(ada.accountId, 'none')) === null).toBe(true);
  t.jobs.waiting.length = 0;
});

describe('exhaustion', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  test.each([
    [{ available: 10, blocked: 0 }, 30, null],
    [{ available: 10, blocked: 6 }, 6, 10],
    [{ available: 10, blocked: 6 }, 60, 10],
    [{ available: 0, blocked: 6 }, 6, 0],
    [{ available: 5000, blocked: 6 }, 6, null],
  ])('%j with %d blocks in 6 hours: %s h', (counts, recent, hours) => {
    const end = exhaustionTime(counts, recent, now);
    expect(end && (end.getTime() - now.getTime()) / hourMs).toBe(hours);
  });

  test('is reported to the owner once a day', async () => {
    const good = await farm.startProxy();
    const name = await createResource(t, ada, { uses_pool: false });
    await addProxies(t, ada, name, [good.line]);
    const url = `${site.url}/`;
    await send(t, 'POST', `${resourcesPath}${name}/fetch/`, { url }, ada);
    await t.areas.proxy.usage.flush();
    await t.jobs.runSchedule('proxy.forecast');
    expect(await t.mails(ada.email)).toEqual([]);
    await block(name, `127.0.0.1:${good.port}`, { duration_seconds: 86_400 });
    await t.areas.proxy.usage.flush();
    for (let time = 0; time < 3; time++) {
      await t.jobs.runSchedule('proxy.forecast');
      t.clock.advance(hourMs);
    }
    const mails = await t.mails(ada.email);
    expect(mails.map(({ subject }) => subject)).toEqual([`No proxy is left for ${name}`]);
    expect(mails[0]?.text).toContain(`/dashboard/proxy/${name}`);
  });
});

test('the last error is shown until a success or a release', async () => {
  const proxy = await farm.startProxy();
  const name = await createResource(t, ada, { uses_pool: false, ban_threshold: 2 });
  await addProxies(t, ada, name, [proxy.line]);
  t.jobs.waiting.length = 0;
  const use = async (path = '/') => {
    const url = `${site.url}${path}`;
    await send(t, 'POST', `${resourcesPath}${name}/fetch/`, { url }, ada);
    await t.areas.proxy.usage.flush();
    return (await listProxies(t, ada, name))[0]!;
  };
  site.banned.add(proxy.exit);
  expect(await use()).toMatchObject({ status: 'available', last_error: 'banned' });
  const banned = await use('/other');
  expect(banned).toMatchObject({ status: 'blocked', last_error: 'banned' });
  const path = `${resourcesPath}${name}/proxies/${banned.id}`;
  const released = await send(t, 'POST', `${path}/release/`, undefined, ada);
  expect(released.body).toMatchObject({ last_error: null, how_to_fix: null });
  await use();
  site.banned.clear();
  t.clock.advance(2 * hourMs);
  ada = await t.signIn(ada.email);
  expect(await use()).toMatchObject({ status: 'available', last_error: null });
  site.banned.add(proxy.exit);
  await use();
  site.banned.clear();
  await proxy.stop();
  for (let time = 0; time < 3; time++) await send(t, 'POST', `${path}/test/`, undefined, ada);
  const [dead] = await listProxies(t, ada, name);
  expect(dead).toMatchObject({ status: 'dead', last_error: 'connection_refused' });
});

test('every resource is checked, however many others were used', async () => {
  const others: string[] = [];
  for (let at = 0; at < 205; at++) others.push(await createResource(t, ada, { uses_pool: false }));
  t.clock.advance(1000);
  const last = await createResource(t, ada, { uses_pool: false });
  const now = t.clock.now();
  const usedAt = (at: number, names: string[]) =>
    t.kernel.database.pool.query(
      'update proxy_resource set last_used_at = $1 where name = any($2)',
      [new Date(at), names],
    );
  await usedAt(now.getTime(), others);
  await usedAt(now.getTime() - hourMs, [last]);
  await t.kernel.database.pool.query(
    `insert into proxy (id, resource_id, protocol, host, port, user_hash, type, next_check_at,
      created_at) select gen_random_uuid(), r.id, 'http', '198.51.100.1', 80, '', 'datacenter',
      $1, $1 from proxy_resource r where r.name = any($2)`,
    [new Date(now.getTime() + hourMs), others],
  );
  await t.jobs.runSchedule('proxy.forecast');
  const subjects = (await t.mails(ada.email)).map(({ subject }) => subject);
  expect(subjects).toEqual([`No proxy is left for ${last}`]);
});

test('statistics contain times, reasons and blocks, and are purged after 90 days', async () => {
  const good = await farm.startProxy();
  const name = await createResource(t, ada, { uses_pool: false, max_failures: 1 });
  await addProxies(t, ada, name, [good.line, '127.0.0.1:9']);
  const url = `${site.url}/`;
  for (let time = 0; time < 3; time++)
    await send(t, 'POST', `${resourcesPath}${name}/fetch/`, { url }, ada);
  site.banned.add(good.exit);
  await send(t, 'POST', `${resourcesPath}${name}/fetch/`, { url }, ada);
  site.banned.clear();
  await block(name, `127.0.0.1:${good.port}`, { duration_seconds: 86_400 });
  await t.areas.proxy.usage.flush();
  const refused = (await listProxies(t, ada, name)).find(({ port }) => port === 9);
  expect(refused).toMatchObject({ status: 'blocked', block_reason: 'connection_refused' });
  const read = async (query: string) =>
    (await send(t, 'GET', `${resourcesPath}${name}/statistics/?${query}`, undefined, ada)).body;
  const day = await read('period=24h');
  expect(day).toMatchObject({
    requests_total: 5,
    requests_successful: 3,
    requests_failed: 2,
    requests_blocked: 1,
    success_rate: 0.6,
    status_codes: { 200: 3, 403: 1 },
  });
  expect(day.top_blocked).toHaveLength(2);
  const reasons = day.error_reasons as { reason: string; count: number }[];
  expect(reasons.map(({ reason, count }) => [reason, count])).toEqual([
    ['banned', 1],
    ['connection_refused', 1],
  ]);
  const series = day.series as { requests: number }[];
  expect(series).toHaveLength(24);
  expect(series.at(-1)).toMatchObject({ requests: 5, success: 3, blocked: 1 });
  expect((await read('period=7d')).series).toHaveLength(7);
  expect((await read('period=30d&granularity=hour')).series).toHaveLength(720);
  t.clock.advance(92 * 24 * hourMs);
  await t.jobs.runSchedule('proxy.purge');
  ada = await t.signIn(ada.email);
  const { rows } = await t.kernel.database.pool.query('select count(*) from proxy_usage_hour', []);
  expect(Number(rows[0].count)).toBe(0);
});

test('percentiles are at most 25% too high', () => {
  for (const ms of [1, 2, 7, 40, 123, 999, 15_000]) {
    const bound = toUpperBound(toBucket(ms));
    expect(bound).toBeGreaterThanOrEqual(ms);
    expect(bound).toBeLessThanOrEqual(Math.ceil(ms * 1.25) + 1);
  }
  expect(computePercentile(new Map(), 0.95)).toBeNull();
  expect(
    computePercentile(
      new Map([
        [0, 95],
        [20, 5],
      ]),
      0.95,
    ),
  ).toBe(1);
});

test('a block does not fail when the proxy is deleted meanwhile', async () => {
  const proxy = await farm.startProxy();
  const name = await createResource(t, ada, { uses_pool: false });
  await addProxies(t, ada, name, [proxy.line]);
  const [{ id } = { id: '' }] = await listProxies(t, ada, name);
  const db = t.kernel.database.write;
  const resource = (await findResource(db, ada.accountId, name))!;
  await db.deleteFrom('proxy').where('id', '=', id).execute();
  const block = (tx: Tx) => blockForResource(t.areas.proxy, tx, resource, id, { reason: 'banned' });
  await expect(t.kernel.work.write(block)).resolves.toBeUndefined();
});
