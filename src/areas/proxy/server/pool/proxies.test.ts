import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Actor, unlimitedQuota } from '#kernel/ports.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  listProxies,
  type ProxyLine,
  resourcesPath,
} from '#test/proxy-resources.ts';
import type { TestProxy, TestSite } from '#test/proxy-servers.ts';
import { send } from '#test/requests.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';
import { maySeeCredentials } from './serialize-proxies.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const farm = useProxyServers();
const blockPath = '/apix/data_proxy/proxy/block/';
let site: TestSite;
let good: TestProxy;
let secured: TestProxy;
let person = 0;
let ada: SignedIn;
let bob: SignedIn;
let shop: string;
beforeAll(async () => {
  allowManyResources(t);
  site = await farm.startSite();
  good = await farm.startProxy();
  secured = await farm.startProxy({ login: 'user:s3cr3t-word' });
  t.areas.proxy.checkUrl = `${site.url}/echo`;
});
beforeEach(async () => {
  ada = await t.signIn(`ada${++person}@example.com`);
  bob = await t.signIn(`bob${person}@example.com`);
  shop = await createResource(t, ada);
  await addProxies(t, ada, shop, [good.line, secured.line]);
  site.banned.clear();
});
const call = (
  who: SignedIn | { headers: Record<string, string> } | null,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) =>
  send(t, method, path.startsWith('/') ? path : `${resourcesPath}${shop}/${path}`, body, who ?? {});
const find = async (proxy: TestProxy) =>
  (await listProxies(t, ada, shop)).find(({ port }) => port === proxy.port) as ProxyLine;

describe('listing', () => {
  test('the owner’s session sees credentials; overviews and plain keys do not', async () => {
    const plain = await createApiKey(t, ada, { scopes: ['proxy'] });
    const trusted = await createApiKey(t, ada, { scopes: ['proxy', 'proxy:credentials'] });
    const passwords = async (who: { headers: Record<string, string> }, query: string) => {
      const { body, raw } = await call(who, 'GET', `proxies/?${query}`);
      const words = (body.results as ProxyLine[]).map(({ password }) => password);
      expect(raw.body.includes('s3cr3t-word')).toBe(words.includes('s3cr3t-word'));
      return words.filter(Boolean);
    };
    expect(await passwords(ada, '')).toEqual(['s3cr3t-word']);
    expect(await passwords(trusted, '')).toEqual(['s3cr3t-word']);
    expect(await passwords(plain, '')).toEqual(['***']);
    expect(await passwords(ada, 'status=all')).toEqual(['***']);
    expect(await passwords(trusted, 'status=all')).toEqual(['***']);
    expect(await passwords(trusted, 'overview=true')).toEqual(['***']);
  });

  test('staff who view the account see no credentials', () => {
    const actor: Actor = { accountId: 1, roles: [], status: 'active', via: 'session' };
    expect(maySeeCredentials(actor)).toBe(true);
    expect(maySeeCredentials({ ...actor, impersonatedBy: 2 })).toBe(false);
  });

  test('format=txt is one URL per line', async () => {
    const reply = await call(ada, 'GET', 'proxies/?format=txt&ordering=latency_ms');
    expect(reply.headers['content-type']).toMatch('text/plain');
    const lines = reply.raw.body.trim().split('\n').toSorted();
    expect(lines).toEqual(
      [
        `http://127.0.0.1:${good.port}`,
        `http://user:s3cr3t-word@127.0.0.1:${secured.port}`,
      ].toSorted(),
    );
  });

  test('round robin rotates; a session gets the same proxy', async () => {
    const one = async (query: string) =>
      (await listProxies(t, ada, shop, `limit=1&${query}`)).map(({ port }) => port)[0];
    expect(new Set([await one(''), await one('')]).size).toBe(2);
    const session = await one('session=cart');
    for (let time = 0; time < 3; time++) expect(await one('session=cart')).toBe(session);
  });

  test.each(['random', 'least_used', 'sticky'])(
    'strategy %s lists the available proxies',
    async (strategy) => {
      await send(t, 'PATCH', `${resourcesPath}${shop}/`, { strategy }, { headers: ada.headers });
      expect(await listProxies(t, ada, shop, 'status=available')).toHaveLength(2);
    },
  );

  test('least_used counts leases, also concurrent ones, across pages', async () => {
    const strategy = { strategy: 'least_used' };
    await send(t, 'PATCH', `${resourcesPath}${shop}/`, strategy, { headers: ada.headers });
    const leases = await Promise.all([1, 2, 3, 4].map(() => listProxies(t, ada, shop, 'limit=1')));
    const ports = leases.map(([one]) => one!.port);
    for (const { port } of [good, secured])
      expect(ports.filter((each) => each === port)).toHaveLength(2);
    const pages = [1, 2].map((page) => `page_size=1&page=${page}`);
    const [first, second] = [
      await listProxies(t, ada, shop, pages[0]),
      await listProxies(t, ada, shop, pages[1]),
    ];
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(2);
  });

  test('filters, valid and invalid', async () => {
    expect(await listProxies(t, ada, shop, 'country=DE')).toEqual([]);
    expect(await listProxies(t, ada, shop, 'protocol=http')).toHaveLength(2);
    expect(await listProxies(t, ada, shop, `status=all&search=${good.port}`)).toHaveLength(1);
    expect((await call(ada, 'GET', 'proxies/?country=Germany')).status).toBe(400);
    expect((await call(ada, 'GET', 'proxies/?page=7')).status).toBe(404);
    expect((await call(bob, 'GET', 'proxies/')).status).toBe(404);
    expect((await call(null, 'GET', 'proxies/')).status).toBe(401);
  });

  test('listed proxies count as leases of the key', async () => {
    const { headers, id } = await createApiKey(t, ada, { scopes: ['proxy'] });
    await call({ headers }, 'GET', 'proxies/?limit=1');
    await call({ headers }, 'GET', 'proxies/?status=all');
    await call({ headers }, 'GET', 'proxies/?status=available&overview=true');
    await t.areas.usage.flush();
    const rows = await t.kernel.database.write
      .selectFrom('usage_record')
      .select(['metric', 'units'])
      .where('api_key_id', '=', id)
      .where('is_free', '=', false)
      .execute();
    expect(rows.map(({ metric, units }) => [metric, Number(units)])).toEqual([['proxy_lease', 1]]);
    await t.areas.proxy.usage.flush();
    // Accounts that use the list endpoint only are warned too.
    const { body } = await send(t, 'GET', `${resourcesPath}${shop}/`, undefined, ada);
    expect(body.last_used_at).not.toBeNull();
  });
});

describe('adding', () => {
  test('adding a list again changes credentials and adds nothing', async () => {
    const body = { text: `${good.line}\n${secured.line}\nnonsense` };
    const { status, body: created } = await call(ada, 'POST', 'proxies/', body);
    expect(status).toBe(200);
    expect(created).toMatchObject({ added: 0, updated: 2, rejected: [{ line: 3 }] });
    expect(await listProxies(t, ada, shop)).toHaveLength(2);
  });
  test('accepts JSON', async () => {
    const proxies = [
      { host: '198.51.100.9', port: 80, username: 'a:b' },
      { host: '198.51.100.8', port: 80 },
    ];
    const { body } = await call(ada, 'POST', 'proxies/', { proxies });
    expect(body).toMatchObject({ added: 1, rejected: [{ line: 1 }] });
  });
  test('empty lists, other accounts and missing authentication are refused', async () => {
    expect((await call(ada, 'POST', 'proxies/', {})).status).toBe(400);
    expect((await call(bob, 'POST', 'proxies/', { text: good.line })).status).toBe(404);
    expect((await call(null, 'POST', 'proxies/', { text: good.line })).status).toBe(401);
  });
  test('an own proxy is removed, one of the shared pool is not', async () => {
    const { id } = await find(good);
    expect((await call(bob, 'DELETE', `proxies/${id}/`)).status).toBe(404);
    expect((await call(null, 'DELETE', `proxies/${id}/`)).status).toBe(401);
    expect((await call(ada, 'DELETE', `proxies/${id}/`)).status).toBe(204);
    expect((await call(ada, 'DELETE', `proxies/${id}/`)).status).toBe(404);
    const staff = await t.signIn('admin@example.com', { roles: ['admin'] });
    await send(t, 'POST', '/apix/admin/proxies/', { text: good.line }, { headers: staff.headers });
    const pool = (await find(good)).id;
    expect((await call(ada, 'DELETE', `proxies/${pool}/`)).body.code).toBe('pool_proxy');
    await send(t, 'DELETE', `/apix/admin/proxies/${pool}/`, undefined, { headers: staff.headers });
  });
});

describe('blocking', () => {
  test('by id or host:port, with a replacement; repeats only extend it', async () => {
    const { id } = await find(good);
    const first = await call(ada, 'POST', blockPath, {
      resource: shop,
      proxy: id,
      reason: 'captcha',
    });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ proxy: id, status: 'blocked', block_count: 1 });
    expect(first.body.replacement).toMatchObject({ port: secured.port, status: 'available' });
    const shorter = { resource: shop, proxy: `127.0.0.1:${good.port}`, duration_seconds: 60 };
    const again = await call(ada, 'POST', blockPath, shorter);
    expect(again.body).toMatchObject({ blocked_until: first.body.blocked_until, block_count: 1 });
    const longer = await call(ada, 'POST', blockPath, { ...shorter, duration_seconds: 7200 });
    expect(String(longer.body.blocked_until) > String(first.body.blocked_until)).toBe(true);
    const { id: other } = await find(secured);
    const last = await call(ada, 'POST', blockPath, { resource: shop, proxy: other });
    expect(last.body.replacement).toBeNull();
    const list = await call(ada, 'GET', 'proxies/');
    expect(list.body).toMatchObject({ results: [], pool: { available: 0, blocked: 2 } });
    expect((list.body.pool as Record<string, unknown>).next_release_at).not.toBeNull();
  });

  test('applies to one resource only and expires', async () => {
    const { id } = await find(good);
    const other = await createResource(t, ada);
    await addProxies(t, ada, other, [good.line]);
    await call(ada, 'POST', blockPath, { resource: shop, proxy: id, duration_seconds: 60 });
    expect(await find(good)).toMatchObject({ status: 'blocked', block_reason: 'banned' });
    expect(await listProxies(t, ada, other, 'status=available')).toHaveLength(1);
    t.clock.advance(61_000);
    expect(await find(good)).toMatchObject({ status: 'available', blocked_until: null });
  });

  test('returns its reason and note', async () => {
    const { id } = await find(good);
    const url = `${site.url}/cart`;
    await call(ada, 'POST', blockPath, {
      resource: shop,
      proxy: id,
      status_code: 403,
      url,
      note: 'Asked to log in',
    });
    expect(await find(good)).toMatchObject({ block_note: `HTTP 403 ${url} Asked to log in` });
    await call(ada, 'POST', `proxies/${id}/release/`);
    expect(await find(good)).toMatchObject({ block_note: null });
  });

  test('selects the only unblocked proxy of an address, or is ambiguous', async () => {
    const proxy = `127.0.0.1:${secured.port}`;
    await addProxies(t, ada, shop, [`${proxy}:other:word`]);
    const block = () => call(ada, 'POST', blockPath, { resource: shop, proxy });
    expect(await block()).toMatchObject({ status: 400, body: { code: 'proxy_ambiguous' } });
    const ids = (await listProxies(t, ada, shop))
      .filter(({ port }) => port === secured.port)
      .map(({ id }) => id);
    await call(ada, 'POST', blockPath, { resource: shop, proxy: ids[0] });
    expect((await block()).body).toMatchObject({ proxy: ids[1], block_count: 1 });
    expect((await block()).status).toBe(400);
  });

  test('is released manually', async () => {
    const { id } = await find(good);
    await call(ada, 'POST', blockPath, { resource: shop, proxy: id });
    expect((await call(bob, 'POST', `proxies/${id}/release/`)).status).toBe(404);
    expect((await call(null, 'POST', `proxies/${id}/release/`)).status).toBe(401);
    const { status, body } = await call(ada, 'POST', `proxies/${id}/release/`);
    expect([status, body.status]).toEqual([200, 'available']);
  });

  test('refuses unknown, invalid and other accounts’ proxies', async () => {
    const { id } = await find(good);
    const status = async (who: SignedIn | null, body: object) =>
      (await call(who, 'POST', blockPath, body)).status;
    expect(await status(ada, { resource: shop, proxy: '127.0.0.1:1' })).toBe(404);
    for (const proxy of ['nonsense', '127.0.0.1:-9999999999', '127.0.0.1:9999999999'])
      expect(await status(ada, { resource: shop, proxy })).toBe(404);
    expect(await status(ada, { resource: 'none', proxy: id })).toBe(404);
    expect(await status(bob, { resource: shop, proxy: id })).toBe(404);
    expect(await status(ada, { resource: shop, proxy: id, duration_seconds: 1 })).toBe(400);
    expect(await status(null, { resource: shop, proxy: id })).toBe(401);
  });

  test('50 concurrent blocks are all stored, and no lease contains a blocked proxy', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `198.51.100.${at + 1}:8080`);
    // Far more than the free plan allows in an hour.
    const { admit } = t.areas.usage.quota;
    t.areas.usage.quota.admit = unlimitedQuota.admit;
    const busy = await createResource(t, ada, { target_hosts: ['127.0.0.1'] });
    await addProxies(t, ada, busy, lines);
    const blocked = new Set<string>();
    const worker = async () => {
      const [leased] = await listProxies(t, ada, busy, 'limit=1');
      if (!leased) return;
      const before = new Set(blocked);
      const { body } = await call(ada, 'POST', blockPath, { resource: busy, proxy: leased.id });
      blocked.add(leased.id);
      const replacement = body.replacement as ProxyLine | null;
      if (replacement) expect(before.has(replacement.id)).toBe(false);
      const [next] = await listProxies(t, ada, busy, 'limit=1');
      if (next) expect(next.id).not.toBe(leased.id);
    };
    await Promise.all(Array.from({ length: 50 }, worker));
    const left = await listProxies(t, ada, busy, 'limit=100');
    expect(left.some(({ id }) => blocked.has(id))).toBe(false);
    expect(left).toHaveLength(60 - blocked.size);
    expect(blocked.size).toBeGreaterThan(20);
    t.areas.usage.quota.admit = admit;
  });
});

describe('testing and fetching', () => {
  test('a test returns latency and exit address, or the reason and a fix', async () => {
    const { id } = await find(good);
    const well = await call(ada, 'POST', `proxies/${id}/test/`);
    expect(well.body).toMatchObject({ is_working: true, exit_address: good.exit, error: null });
    const wrong = await createResource(t, ada);
    await addProxies(t, ada, wrong, [`127.0.0.1:${secured.port}:user:wrong`]);
    const [bad] = await listProxies(t, ada, wrong);
    const path = `${resourcesPath}${wrong}/proxies/${bad!.id}/test/`;
    const { body } = await call(ada, 'POST', path);
    expect(body).toMatchObject({ is_working: false, error: 'auth_failed' });
    expect(body.how_to_fix).toMatch(/user name and password/);
    expect((await call(bob, 'POST', path)).status).toBe(404);
    expect((await call(null, 'POST', path)).status).toBe(401);
  });

  test('a fetch returns the response, the exit address and every attempt', async () => {
    site.banned.add(good.exit);
    const change = { strategy: 'round_robin', ban_threshold: 1 };
    await send(t, 'PATCH', `${resourcesPath}${shop}/`, change, ada);
    const tries: number[] = [];
    for (let time = 0; time < 2; time++) {
      const { status, body } = await call(ada, 'POST', 'fetch/', { url: `${site.url}/echo` });
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 200, exit_address: secured.exit, error: null });
      expect(body.body).toBe(`{"address":"${secured.exit}"}`);
      tries.push((body.attempts as unknown[]).length);
    }
    // The banned proxy was tried once and is blocked now.
    expect(Math.max(...tries)).toBe(2);
    expect(await find(good)).toMatchObject({ status: 'blocked', block_reason: 'banned' });
  });

  test('a fetch through a resource that is deleted meanwhile finds nothing', async () => {
    const name = await createResource(t, ada);
    const { guard } = t.areas.proxy;
    const resolve = vi.spyOn(guard, 'resolveHost').mockImplementation(async () => {
      await send(t, 'DELETE', `${resourcesPath}${name}/`, undefined, ada);
      return '127.0.0.1';
    });
    const url = `${resourcesPath}${name}/fetch/`;
    const { status, body } = await send(t, 'POST', url, { url: site.url }, ada);
    resolve.mockRestore();
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  test('a fetch needs a target host, an active resource and an available proxy', async () => {
    const code = async (who: SignedIn | null, body: object) => {
      const reply = await call(who, 'POST', 'fetch/', body);
      return [reply.status, reply.body.code];
    };
    expect(await code(ada, { url: 'http://example.org/' })).toEqual([400, 'target_refused']);
    expect((await call(ada, 'POST', 'fetch/', { url: 'gopher://x' })).status).toBe(400);
    expect(await code(bob, { url: site.url })).toEqual([404, 'not_found']);
    expect(await code(null, { url: site.url })).toEqual([401, 'not_authenticated']);
    for (const proxy of [good, secured])
      await call(ada, 'POST', blockPath, { resource: shop, proxy: `127.0.0.1:${proxy.port}` });
    expect(await code(ada, { url: site.url })).toEqual([422, 'pool_exhausted']);
    await send(t, 'PATCH', `${resourcesPath}${shop}/`, { is_active: false }, ada);
    expect(await code(ada, { url: site.url })).toEqual([400, 'resource_inactive']);
  });

  test('the limit of a resource applies to fetches too', async () => {
    const change = { requests_per_minute: 1 };
    await send(t, 'PATCH', `${resourcesPath}${shop}/`, change, { headers: ada.headers });
    const fetched = () => call(ada, 'POST', 'fetch/', { url: `${site.url}/echo` });
    expect((await fetched()).status).toBe(200);
    const { status, body } = await fetched();
    expect([status, body.code]).toEqual([429, 'throttled']);
  });

  test('the echo returns the caller’s address', async () => {
    const reply = await send(t, 'GET', '/apix/data_proxy/echo/', undefined, { ip: '203.0.113.4' });
    expect(reply.body).toEqual({ address: '203.0.113.4' });
  });
});

test('credentials are never logged', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const log = t.kernel.log;
  t.kernel.log = pino({ level: 'debug' }, sink);
  await addProxies(t, ada, await createResource(t, ada), ['127.0.0.1:9:user:s3cr3t-word']);
  await t.jobs.runSchedule('proxy.check');
  await call(ada, 'POST', 'fetch/', { url: `${site.url}/echo` });
  t.kernel.log.info('end');
  t.kernel.log = log;
  expect(lines.join('')).toContain('end');
  expect(lines.join('')).not.toContain('s3cr3t-word');
  expect(JSON.stringify(t.jobs.failed)).not.toContain('s3cr3t-word');
});
