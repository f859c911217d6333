import { beforeEach, describe, expect, test } from 'vitest';
import { createAddressGuard } from '#kernel/outbound/address-guard.ts';
import { budgets } from '#lib/budgets.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { createResource, resourcesPath } from '#test/proxy-resources.ts';
import { send } from '#test/requests.ts';

const t = useApp();
let person = 0;
let ada: SignedIn;
let bob: SignedIn;
beforeEach(async () => {
  ada = await t.signIn(`ada${++person}@example.com`);
  bob = await t.signIn(`bob${person}@example.com`);
  t.areas.proxy.readResourcesMax = async () => null;
});
const call = (
  who: SignedIn | null,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path = '',
  body?: object,
) => send(t, method, `${resourcesPath}${path}`, body, who ? { headers: who.headers } : {});
const shop = { name: 'shop', target_hosts: ['*.Example.com', 'example.org'] };

test('a resource is created with defaults and retrieved', async () => {
  const { status, body } = await call(ada, 'POST', '', shop);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: 'shop',
    target_hosts: ['*.example.com', 'example.org'],
    strategy: 'round_robin',
    sticky_ttl_seconds: 600,
    ban_status_codes: [403, 407, 429],
    ban_threshold: 3,
    ban_window_seconds: 600,
    ban_headers: [],
    ban_texts: [],
    max_failures: 3,
    block_duration_seconds: 3600,
    timeout_ms: 15_000,
    uses_pool: true,
    proxies_total: 0,
    success_rate: null,
    gateway: null,
  });
  expect((await call(ada, 'GET', 'shop/')).body).toEqual(body);
});

test('signs of a ban are stored once each, without spaces around them', async () => {
  const ban_headers = ['cf-mitigated: challenge', ' X-Wall ', 'X-Wall'];
  const created = await call(ada, 'POST', '', { ...shop, ban_headers, ban_texts: [' denied '] });
  expect(created.body).toMatchObject({
    ban_headers: ['cf-mitigated: challenge', 'X-Wall'],
    ban_texts: ['denied'],
  });
  const patched = await call(ada, 'PATCH', 'shop/', { ban_threshold: 1 });
  expect(patched.body).toMatchObject({ ban_threshold: 1, ban_texts: ['denied'] });
});

test.each([
  [{}, 'name'],
  [{ ...shop, name: 'Shop.a' }, 'name'],
  [{ ...shop, target_hosts: [] }, 'target_hosts'],
  [{ ...shop, target_hosts: ['https://example.com/x'] }, 'target_hosts'],
  [{ ...shop, strategy: 'best' }, 'strategy'],
  [{ ...shop, block_duration_seconds: 59 }, 'block_duration_seconds'],
  [{ ...shop, ban_threshold: 0 }, 'ban_threshold'],
  [{ ...shop, ban_window_seconds: 86_401 }, 'ban_window_seconds'],
  [{ ...shop, ban_headers: ['two words'] }, 'ban_headers'],
  [{ ...shop, ban_headers: ['x-a: b\r\nx-b: c'] }, 'ban_headers'],
  [{ ...shop, ban_texts: ['no'] }, 'ban_texts'],
  [{ ...shop, ban_texts: Array(21).fill('denied') }, 'ban_texts'],
  [{ ...shop, countries: ['Germany'] }, 'countries'],
  [{ ...shop, health_check_url: 'ftp://example.com' }, 'health_check_url'],
  [{ ...shop, health_check_url: 'http://169.254.169.254/latest' }, 'health_check_url'],
  [{ ...shop, health_check_url: 'http://2130706433/' }, 'health_check_url'],
])('bad input %j names the field %s', async (body, field) => {
  const reply = await call(ada, 'POST', '', body);
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.body)).toContain(field);
});

test('a name is unique per account', async () => {
  await call(ada, 'POST', '', shop);
  const second = await call(ada, 'POST', '', shop);
  expect([second.status, Object.keys(second.body)]).toEqual([400, ['name']]);
  expect((await call(bob, 'POST', '', shop)).status).toBe(201);
});

test('the plan limits resources, also for concurrent requests', async () => {
  t.areas.proxy.readResourcesMax = async () => 2;
  const names = ['one', 'two', 'three', 'four'];
  const replies = await Promise.all(names.map((name) => call(ada, 'POST', '', { ...shop, name })));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400]);
  const refused = replies.find(({ status }) => status === 400);
  expect(refused?.body).toMatchObject({
    code: 'resource_limit_reached',
    limit: 2,
    available: 0,
  });
});

test('without a limit in the plan, the general limit applies', async () => {
  await call(ada, 'POST', '', shop);
  await t.kernel.database.pool.query(
    `insert into proxy_resource (id, account_id, name, target_hosts, strategy, sticky_ttl_seconds,
       ban_status_codes, max_failures, block_duration_seconds, timeout_ms, created_at, updated_at)
     select gen_random_uuid(), account_id, name || n, target_hosts, strategy, sticky_ttl_seconds,
       ban_status_codes, max_failures, block_duration_seconds, timeout_ms, created_at, updated_at
     from proxy_resource, generate_series(1, $2::int) n where account_id = $1`,
    [ada.accountId, budgets.proxyResourcesPerAccount - 2],
  );
  expect((await call(ada, 'POST', '', { ...shop, name: 'last' })).status).toBe(201);
  const { body } = await call(ada, 'POST', '', { ...shop, name: 'beyond' });
  expect(body).toMatchObject({ code: 'resource_limit_reached', limit: 1000, available: 0 });
});

test('the free plan allows one', async () => {
  const customer = await createCustomer(t, `cat${person}@example.com`);
  const { readEntitlements } = await import('#areas/billing/server/index.ts');
  t.areas.proxy.readResourcesMax = async (db, accountId, now) =>
    (await readEntitlements(db, accountId, now)).limits.max_proxy_resources;
  expect((await call(customer, 'POST', '', shop)).status).toBe(201);
  const second = await call(customer, 'POST', '', { ...shop, name: 'second' });
  expect(second.body.code).toBe('resource_limit_reached');
});

describe('updating', () => {
  beforeEach(async () => {
    await call(ada, 'POST', '', { ...shop, title: 'Shop', max_failures: 5 });
  });
  test('PATCH keeps missing fields, PUT resets them', async () => {
    const patched = await call(ada, 'PATCH', 'shop/', { strategy: 'sticky', is_active: false });
    expect(patched.body).toMatchObject({ title: 'Shop', max_failures: 5, strategy: 'sticky' });
    const put = await call(ada, 'PUT', 'shop/', { target_hosts: ['example.net'] });
    expect(put.body).toMatchObject({ title: '', max_failures: 3, strategy: 'round_robin' });
    expect(put.body).toMatchObject({ is_active: true, target_hosts: ['example.net'] });
  });
  test('the name cannot be changed', async () => {
    expect((await call(ada, 'PATCH', 'shop/', { name: 'other' })).status).toBe(400);
    expect((await call(ada, 'PATCH', 'shop/', { name: 'shop' })).status).toBe(200);
    expect((await call(ada, 'PUT', 'shop/', { name: 'shop' })).status).toBe(400);
    const inside = await call(ada, 'PATCH', 'shop/', { health_check_url: 'http://10.0.0.1/' });
    expect(inside.status).toBe(400);
  });
  test('a deleted resource is not found', async () => {
    expect((await call(ada, 'DELETE', 'shop/')).status).toBe(204);
    expect((await call(ada, 'GET', 'shop/')).status).toBe(404);
    expect((await call(ada, 'DELETE', 'shop/')).status).toBe(404);
  });
  test('other accounts cannot read, change or delete it', async () => {
    for (const method of ['GET', 'DELETE'] as const)
      expect((await call(bob, method, 'shop/')).status).toBe(404);
    const body = { target_hosts: ['example.net'] };
    for (const method of ['PUT', 'PATCH'] as const)
      expect((await call(bob, method, 'shop/', body)).status).toBe(404);
    expect((await call(bob, 'GET', 'shop/statistics/')).status).toBe(404);
    expect((await call(bob, 'GET')).body.results).toEqual([]);
  });
  test('for staff the name means their own resource', async () => {
    const boss = await t.signIn(`boss${person}@example.com`, { roles: ['admin'] });
    for (const path of ['shop/', 'shop/statistics/', 'shop/proxies/'])
      expect((await call(boss, 'GET', path)).status).toBe(404);
    await call(boss, 'POST', '', { ...shop, title: 'Ours' });
    expect((await call(boss, 'GET', 'shop/')).body.title).toBe('Ours');
  });
  test('statistics of an invalid period are refused', async () => {
    expect((await call(ada, 'GET', 'shop/statistics/?period=1y')).status).toBe(400);
  });
});

test('lists are searched, filtered, ordered and paged', async () => {
  await createResource(t, ada, { name: 'alpha', title: 'First' });
  await createResource(t, ada, { name: 'beta', is_active: false, target_hosts: ['beta.test'] });
  await createResource(t, ada, { name: 'gamma' });
  const names = async (query: string) =>
    ((await call(ada, 'GET', query)).body.results as { name: string }[]).map(({ name }) => name);
  expect(await names('?ordering=name')).toEqual(['alpha', 'beta', 'gamma']);
  expect(await names('?search=first')).toEqual(['alpha']);
  expect(await names('?search=beta.t')).toEqual(['beta']);
  expect(await names('?is_active=false')).toEqual(['beta']);
  expect(await names('?ordering=-name&page_size=2&page=2')).toEqual(['alpha']);
  expect((await call(ada, 'GET', '?page=9')).status).toBe(404);
  expect((await call(ada, 'GET', '?is_active=maybe')).status).toBe(400);
});

test('missing authentication and a missing scope are refused', async () => {
  const calls = [
    ['GET', ''],
    ['POST', ''],
    ['GET', 'shop/'],
    ['PUT', 'shop/'],
    ['PATCH', 'shop/'],
    ['DELETE', 'shop/'],
    ['GET', 'shop/statistics/'],
  ] as const;
  const key = await createApiKey(t, ada, { scopes: ['customs'] });
  for (const [method, path] of calls) {
    expect((await call(null, method, path, method === 'GET' ? undefined : {})).status).toBe(401);
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const options = { headers: key.headers };
    const reply = await send(t, method, `${resourcesPath}${path}`, body, options);
    expect([reply.status, reply.body.code]).toEqual([403, 'scope_missing']);
  }
});

test('a health check URL that resolves to a private address is refused', async () => {
  const guard = t.areas.proxy.guard;
  t.areas.proxy.guard = createAddressGuard({
    allowPrivate: false,
    resolve: async () => ['10.1.2.3'],
  });
  const body = { ...shop, health_check_url: 'http://rebind.test/health' };
  expect((await call(ada, 'POST', '', body)).body).toHaveProperty('health_check_url');
  t.areas.proxy.guard = guard;
});
