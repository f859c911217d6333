import { once } from 'node:events';
import http from 'node:http';
import type net from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { currentCaller } from '#kernel/database/work.ts';
import { saveSwitch } from '#kernel/features/feature-store.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createAddressGuard } from '#kernel/outbound/address-guard.ts';
import { unlimitedQuota } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { createApiKey } from '#test/factories/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  listProxies,
  resourcesPath,
} from '#test/proxy-resources.ts';
import type { TestProxy, TestSite } from '#test/proxy-servers.ts';
import { send } from '#test/requests.ts';
import { scaledMs } from '#test/time-limits.ts';
import { useGateway } from '#test/use-gateway.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const quota = { ...unlimitedQuota };
const gateway = useGateway(t, { quota });
const { recorded } = gateway;
const farm = useProxyServers();
let site: TestSite;
let proxies: TestProxy[];
let ada: SignedIn;
let key: string;
let keyId: string;
let person = 0;

beforeAll(async () => {
  allowManyResources(t);
  site = await farm.startSite();
  proxies = [await farm.startProxy(), await farm.startProxy({ login: 'u:p@ss:w' })];
  ada = await t.signIn('ada@example.com');
  ({ key, id: keyId } = await createApiKey(t, ada, { name: 'gateway', scopes: ['proxy'] }));
});
beforeEach(() => {
  site.banned.clear();
  recorded.length = 0;
  person++;
});

async function resourceWith(lines: string[], change: object = {}): Promise<string> {
  const name = await createResource(t, ada, change);
  if (lines.length > 0) await addProxies(t, ada, name, lines);
  return name;
}
const lines = () => proxies.map(({ line }) => line);

type RequestOptions = {
  method?: string;
  body?: string;
  login?: string | null;
  agent?: http.Agent;
  headers?: Record<string, string>;
};
/** A response of which nothing has been read. */
async function open(
  user: string,
  url: string,
  { method, body, login, agent, headers }: RequestOptions = {},
): Promise<http.IncomingMessage> {
  const token = login === null ? null : (login ?? `${user}:${key}`);
  const request = http.request({
    host: '127.0.0.1',
    port: gateway.port,
    path: url,
    method,
    agent: agent ?? false,
    headers: {
      ...headers,
      host: new URL(url).host,
      ...(token && { 'proxy-authorization': `Basic ${Buffer.from(token).toString('base64')}` }),
    },
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return response;
}
async function through(user: string, url: string, options?: RequestOptions) {
  const response = await open(user, url, options);
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

async function connect(user: string, target: string) {
  const token = Buffer.from(`${user}:${key}`).toString('base64');
  const request = http.request({
    host: '127.0.0.1',
    port: gateway.port,
    method: 'CONNECT',
    path: target,
    agent: false,
    headers: { 'proxy-authorization': `Basic ${token}` },
  });
  request.end();
  const [response, socket] = (await once(request, 'connect')) as [http.IncomingMessage, net.Socket];
  return { status: response.statusCode, headers: response.headers, socket };
}
async function askInTunnel(socket: net.Socket, path = '/echo') {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return (await buffer(socket)).toString('latin1');
}

describe('plain HTTP', () => {
  test('goes through the proxies of the resource, without our headers', async () => {
    const shop = await resourceWith(lines());
    const exits = new Set<string>();
    for (let time = 0; time < 4; time++) {
      const { status, body } = await through(shop, `${site.url}/echo`);
      expect(status).toBe(200);
      exits.add(JSON.parse(body).address);
    }
    expect(exits).toEqual(new Set(proxies.map(({ exit }) => exit)));
    const named = await through(shop, `${site.url}/`, {
      headers: { connection: 'x-hop', 'x-hop': '1', 'x-end': '2' },
    });
    const ids = (await listProxies(t, ada, shop)).map(({ id }) => id);
    expect(ids).toContain(named.headers['x-proxy-id']);
    expect(site.lastHeaders).toMatchObject({ 'x-end': '2' });
    expect(site.lastHeaders).not.toHaveProperty('x-hop');
    expect(site.lastHeaders).not.toHaveProperty('proxy-authorization');
    expect(site.lastHeaders.host).toBe(`127.0.0.1:${site.port}`);
    expect(recorded[0]).toMatchObject({ status: 200, metric: 'proxy_lease', units: 1 });
    expect(recorded[0]?.actor.accountId).toBe(ada.accountId);
  });

  test('passes bodies in both directions', async () => {
    const shop = await resourceWith(lines());
    const posted = await through(shop, `${site.url}/`, { method: 'POST', body: 'hello' });
    expect(posted.body).toBe('hello');
    const big = await through(shop, `${site.url}/bytes/300000`);
    expect(big.body).toHaveLength(300_000);
    await t.areas.proxy.usage.flush();
    const reply = await send(t, 'GET', `${resourcesPath}${shop}/statistics/`, undefined, ada);
    expect(reply.body).toMatchObject({
      requests_total: 2,
      requests_successful: 2,
      proxies_used: 2,
    });
    expect(reply.body.bandwidth_bytes).toBeGreaterThan(300_000);
    const used = { key: keyId, name: 'gateway', requests: 2, bytes: reply.body.bandwidth_bytes };
    expect(reply.body.keys_used).toEqual([used]);
  });

  test('a session keeps its proxy; a country without proxies is 503', async () => {
    const shop = await resourceWith(lines());
    const exits = new Set<string>();
    for (let time = 0; time < 5; time++)
      exits.add((await through(`${shop}.session-cart7`, `${site.url}/`)).body);
    expect(exits.size).toBe(1);
    const [leased] = await listProxies(t, ada, shop, 'limit=1&session=cart7');
    const same = proxies.find((one) => one.port === leased?.port);
    expect(exits).toEqual(new Set([JSON.stringify({ address: same?.exit })]));
    const none = await through(`${shop}.session-a.country-fr`, `${site.url}/`);
    expect([none.status, JSON.parse(none.body).code]).toEqual([503, 'pool_exhausted']);
    expect(none.headers['retry-after']).toBeDefined();
  });

  test('dead, slow and misconfigured proxies go into cooldown while others respond', async () => {
    // Nothing listens there; a port that was just closed can be taken by another test.
    const dead = { line: '127.0.0.1:9', port: 9 };
    const slow = await farm.startProxy({ delayMs: scaledMs(5000) });
    const wrong = await farm.startProxy({ refuses: true });
    const shop = await resourceWith([dead.line, slow.line, wrong.line, proxies[0]!.line], {
      timeout_ms: scaledMs(600),
      max_failures: 2,
      strategy: 'round_robin',
    });
    for (let time = 0; time < 3; time++) await through(shop, `${site.url}/`);
    expect((await through(shop, `${site.url}/`)).status).toBe(200);
    await t.areas.proxy.usage.flush();
    const all = await listProxies(t, ada, shop);
    const errors = Object.fromEntries(all.map((one) => [one.port, one.last_error]));
    expect(errors).toEqual({
      [dead.port]: 'connection_refused',
      [slow.port]: 'timeout',
      [wrong.port]: 'auth_failed',
      [proxies[0]!.port]: null,
    });
    const statuses = all.filter(({ port: at }) => at !== proxies[0]!.port).map((one) => one.status);
    expect(new Set(statuses)).toEqual(new Set(['cooldown']));
  });

  test('without a working proxy the error gives the reason', async () => {
    const shop = await resourceWith(['127.0.0.1:9']);
    const { status, body } = await through(shop, `${site.url}/`);
    expect([status, JSON.parse(body).code]).toEqual([502, 'connection_refused']);
  });
});

describe('a response that breaks off', () => {
  const fares = async (shop: string) => {
    await t.areas.proxy.usage.flush();
    return (await listProxies(t, ada, shop))[0];
  };

  test('is the fault of the site, so it counts against no proxy', async () => {
    const breaking = await farm.startBreakingProxy(50_000);
    const shop = await resourceWith([breaking.line], { max_failures: 1 });
    await expect(through(shop, `${site.url}/bytes/300000`)).rejects.toThrow('aborted');
    await expect
      .poll(() => fares(shop))
      .toMatchObject({ status: 'available', last_error: 'target_closed', success_rate: 0 });
  });

  test('is a timeout when the data stops', async () => {
    const shop = await resourceWith([proxies[0]!.line], { timeout_ms: scaledMs(600) });
    await expect(through(shop, `${site.url}/stalled`)).rejects.toThrow('aborted');
    await expect
      .poll(() => fares(shop))
      .toMatchObject({ last_error: 'target_timeout', status: 'available' });
  });

  test('is no timeout while the client does not read', async () => {
    const bytes = 60_000_000;
    // Longer than a busy machine stops for while the response is read.
    const shop = await resourceWith([proxies[0]!.line], { timeout_ms: scaledMs(1500) });
    const other = await resourceWith(lines(), { timeout_ms: scaledMs(800) });
    const response = await open(shop, `${site.url}/bytes/${bytes}`);
    // Others that end by the timeout show that this one has waited for longer.
    for (let time = 0; time < 2; time++)
      await expect(through(other, `${site.url}/stalled`)).rejects.toThrow('aborted');
    let read = 0;
    for await (const chunk of response) read += (chunk as Buffer).length;
    expect(read).toBe(bytes);
    await expect.poll(() => fares(shop)).toMatchObject({ last_error: null, requests_total: 1 });
  });

  test('does not count when the client disconnects', async () => {
    const shop = await resourceWith([proxies[0]!.line]);
    const response = await open(shop, `${site.url}/bytes/30000000`);
    await once(response, 'data');
    response.destroy();
    await expect
      .poll(() => fares(shop))
      .toMatchObject({ status: 'available', last_error: null, requests_total: 1 });
  });
});

describe('CONNECT', () => {
  test('opens a tunnel to the target and counts its bytes', async () => {
    const shop = await resourceWith([proxies[1]!.line]);
    const { status, headers, socket } = await connect(shop, `127.0.0.1:${site.port}`);
    expect([status, headers['x-proxy-id']]).toEqual([
      200,
      (await listProxies(t, ada, shop))[0]?.id,
    ]);
    expect(await askInTunnel(socket)).toContain(proxies[1]!.exit);
    await expect
      .poll(async () => {
        await t.areas.proxy.usage.flush();
        const path = `${resourcesPath}${shop}/statistics/`;
        return (await send(t, 'GET', path, undefined, ada)).body.bandwidth_bytes;
      })
      .toBeGreaterThan(100);
  });

  test('another proxy is tried until one opens the tunnel', async () => {
    const dying = await farm.startProxy();
    const shop = await resourceWith([dying.line, proxies[0]!.line], { max_failures: 1 });
    await dying.stop();
    for (let time = 0; time < 3; time++) {
      const { status, socket } = await connect(shop, `127.0.0.1:${site.port}`);
      expect(status).toBe(200);
      socket.destroy();
    }
    expect((await listProxies(t, ada, shop, 'status=blocked')).map((one) => one.port)).toEqual([
      dying.port,
    ]);
  });

  test('mail ports, other hosts and invalid targets are refused', async () => {
    const shop = await resourceWith(lines());
    for (const target of ['127.0.0.1:25', 'example.org:443'])
      expect((await connect(shop, target)).status).toBe(403);
    for (const target of ['127.0.0.1:70000', '127.0.0.1:0', '127.0.0.1', 'http://127.0.0.1:80'])
      expect((await connect(shop, target)).status).toBe(400);
  });
});

describe('permissions', () => {
  test.each([
    [null, 407, 'proxy_login_required'],
    ['no colon', 407, 'proxy_login_required'],
    ['shop:not-a-key', 407, 'api_key_invalid'],
  ])('login %j: %d %s', async (login, status, code) => {
    const reply = await through('shop', `${site.url}/`, { login });
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([status, code]);
    expect(reply.headers['proxy-authenticate']).toMatch(/^Basic/);
  });

  test('a resource of another account, a key without the scope, a disabled resource', async () => {
    const bob = await t.signIn(`bob${person}@example.com`);
    const theirs = await createResource(t, bob);
    expect((await through(theirs, `${site.url}/`)).status).toBe(404);
    const plain = await createApiKey(t, ada, { scopes: ['customs'] });
    const shop = await resourceWith(lines(), { is_active: false });
    const scoped = await through(shop, `${site.url}/`, { login: `${shop}:${plain.key}` });
    expect([scoped.status, JSON.parse(scoped.body).code]).toEqual([403, 'scope_missing']);
    expect((await through(shop, `${site.url}/`)).status).toBe(403);
    expect(recorded).toEqual([]);
  });

  test('an exhausted plan and the limit of a resource are 429', async () => {
    const shop = await resourceWith(lines(), { requests_per_minute: 2 });
    const statuses = [];
    for (let time = 0; time < 3; time++)
      statuses.push((await through(shop, `${site.url}/`)).status);
    expect(statuses).toEqual([200, 200, 429]);
    let caller: string | null = null;
    quota.admit = async () => {
      caller = currentCaller();
      throw apiError(commonErrors.quotaExceeded, { metric: 'request', limit: 1, resets_at: null });
    };
    const free = await resourceWith(lines());
    const reply = await through(free, `${site.url}/`);
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([429, 'quota_exceeded']);
    expect(caller).toBe(`account:${ada.accountId}`);
    quota.admit = unlimitedQuota.admit;
  });

  test('a change of the resource applies to the next request', async () => {
    const shop = await resourceWith(lines());
    expect((await through(shop, `${site.url}/`)).status).toBe(200);
    await send(t, 'PATCH', `${resourcesPath}${shop}/`, { target_hosts: ['example.org'] }, ada);
    expect((await through(shop, `${site.url}/`)).status).toBe(403);
    await send(t, 'DELETE', `${resourcesPath}${shop}/`, undefined, ada);
    expect((await through(shop, `${site.url}/`)).status).toBe(404);
  });
});

test('all requests are refused while staff have disabled the feature', async () => {
  const shop = await resourceWith(lines());
  const { database, features, clock } = t.kernel;
  const change = { reason: 'Abuse', accountId: ada.accountId, now: clock.now() };
  await saveSwitch(database.write, 'proxy', { ...change, isOn: false });
  features.clearCache();
  const { status, body } = await through(shop, `${site.url}/`);
  expect([status, JSON.parse(body).code]).toEqual([503, 'feature_off']);
  await saveSwitch(database.write, 'proxy', { ...change, isOn: true });
  features.clearCache();
  expect((await through(shop, `${site.url}/`)).status).toBe(200);
});

describe('targets', () => {
  const guarded = async (answers: () => string[], run: () => Promise<void>) => {
    const { guard } = t.areas.proxy;
    const own = createAddressGuard({ allowPrivate: false, resolve: async () => answers() });
    // The proxies are on this machine, so only targets are guarded here.
    t.areas.proxy.guard = {
      resolveHost: (host) => (host === '127.0.0.1' ? guard : own).resolveHost(host),
    };
    await run().finally(() => {
      t.areas.proxy.guard = guard;
    });
  };

  test('a name that resolves to a private address is refused', async () => {
    const shop = await resourceWith([proxies[0]!.line], { target_hosts: ['inside.test'] });
    await guarded(
      () => ['169.254.169.254'],
      async () => {
        expect((await through(shop, 'http://inside.test/')).status).toBe(403);
        expect((await connect(shop, 'inside.test:443')).status).toBe(403);
      },
    );
  });

  test('the proxy gets the checked address, never the name', async () => {
    const shop = await resourceWith([proxies[0]!.line], {
      target_hosts: ['rebind.test'],
      timeout_ms: 100,
    });
    let requests = 0;
    proxies[0]!.targets.length = 0;
    await guarded(
      () => (++requests === 1 ? ['192.0.2.1'] : ['127.0.0.1']),
      async () => {
        // 192.0.2.1 is reserved, so only the first address must be refused.
        expect((await through(shop, 'http://rebind.test/')).status).toBe(403);
      },
    );
    requests = 0;
    await guarded(
      () => (++requests === 1 ? ['93.184.216.34'] : ['127.0.0.1']),
      async () => {
        await through(shop, 'http://rebind.test/');
        await t.clock.advance(60_000);
        const { socket } = await connect(shop, 'rebind.test:443');
        socket.destroy();
      },
    );
    expect(requests).toBe(1);
    expect(new Set(proxies[0]!.targets)).toEqual(
      new Set(['93.184.216.34:80', '93.184.216.34:443']),
    );
  });
});

test('50 concurrent tunnels are spread over the least used proxies', async () => {
  const shop = await resourceWith(lines(), { strategy: 'least_used' });
  const before = proxies.map(({ targets }) => targets.length);
  const open = await Promise.all(
    Array.from({ length: 50 }, () => connect(shop, `127.0.0.1:${site.port}`)),
  );
  const used = proxies.map(({ targets }, at) => targets.length - before[at]!);
  for (const { socket } of open) socket.destroy();
  expect(used).toEqual([25, 25]);
});

test('closing completes requests in progress and accepts no new ones', async () => {
  const slow = await farm.startProxy({ delayMs: 200 });
  const shop = await resourceWith([slow.line]);
  const other = gateway.create();
  const { port: before } = gateway;
  gateway.port = await other.listen({ host: '127.0.0.1', port: 0 });
  const agent = new http.Agent({ keepAlive: true });
  const running = through(shop, `${site.url}/`, { agent });
  await expect.poll(() => slow.targets.length).toBe(1);
  const closed = other.close(scaledMs(600_000));
  expect((await running).status).toBe(200);
  // A keep-alive client does not delay closing: the grace is longer than the test may take.
  await closed;
  agent.destroy();
  await expect(through(shop, `${site.url}/`)).rejects.toThrow('ECONNREFUSED');
  gateway.port = before;
});
