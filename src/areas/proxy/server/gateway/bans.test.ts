// What the gateway does with responses that are bans, and what it says about its attempts.
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  listProxies,
  resourcesPath,
} from '#test/proxy-resources.ts';
import type { TestProxy } from '#test/proxy-servers.ts';
import { send } from '#test/requests.ts';
import { useGateway } from '#test/use-gateway.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';
import { ProxyError } from '../forwarding/proxy-error.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const gateway = useGateway(t);
const farm = useProxyServers();
const long = 'word '.repeat(40_000);
/** Exit addresses that the site refuses. */
const refused = new Set<string>();
const visitors: string[] = [];
const site = http.createServer((request, response) => {
  const exit = (request.socket.remoteAddress ?? '').replace('::ffff:', '');
  visitors.push(exit);
  const isRefused = refused.has(exit);
  const { pathname } = new URL(request.url ?? '', 'http://x');
  response.setHeader('content-type', 'text/html');
  if (pathname === '/faked') response.setHeader('x-proxy-cause', 'network outage');
  if (pathname === '/wall' && isRefused) response.setHeader('CF-Mitigated', 'Challenge');
  if (pathname === '/captcha') {
    response.setHeader('content-encoding', 'gzip');
    response.end(gzipSync(isRefused ? `<h1>Are you a ROBOT?</h1>${long}` : long));
    return;
  }
  if (isRefused && pathname !== '/wall') response.statusCode = 403;
  response.end(pathname);
});
let url: string;
let proxies: [TestProxy, TestProxy];
let ada: SignedIn;
let key: string;

beforeAll(async () => {
  allowManyResources(t);
  await once(site.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  proxies = [await farm.startProxy(), await farm.startProxy()];
  ada = await t.signIn('ada@example.com');
  ({ key } = await createApiKey(t, ada, { scopes: ['proxy'] }));
});
afterAll(() => site.close().closeAllConnections());
beforeEach(async () => {
  refused.clear();
  visitors.length = 0;
  ada = await t.signIn('ada@example.com').catch(() => ada);
});

const lines = () => proxies.map(({ line }) => line);
async function resourceWith(change: object = {}, proxyLines = lines()): Promise<string> {
  const name = await createResource(t, ada, { uses_pool: false, ...change });
  await addProxies(t, ada, name, proxyLines);
  return name;
}
function request(user: string | null, method: string, path: string, body?: string) {
  const token = Buffer.from(`${user}:${key}`).toString('base64');
  const headers = {
    host: '127.0.0.1',
    ...(user !== null && { 'proxy-authorization': `Basic ${token}` }),
  };
  const { port } = gateway;
  const sent = http.request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  sent.end(body);
  return sent;
}
type Options = { method?: string; body?: string };
async function through(user: string | null, path: string, { method = 'GET', body }: Options = {}) {
  const sent = request(user, method, path.startsWith('http') ? path : `${url}${path}`, body);
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
  const { 'x-proxy-attempts': attempts, 'x-proxy-cause': cause } = response.headers;
  return { status: response.statusCode, attempts, cause, body: await buffer(response) };
}
const statuses = async (name: string) =>
  (await listProxies(t, ada, name)).map(({ status }) => status).toSorted();

describe('by default', () => {
  test('one forbidden page blocks no proxy, however often it is requested', async () => {
    const shop = await resourceWith();
    for (const { exit } of proxies) refused.add(exit);
    for (let time = 0; time < 4; time++) {
      const reply = await through(shop, '/forbidden');
      expect(reply).toMatchObject({ status: 403, attempts: '2', cause: 'ban_status 403' });
      t.clock.advance(11_000);
    }
    expect(await statuses(shop)).toEqual(['available', 'available']);
    refused.clear();
    expect(await through(shop, '/')).toMatchObject({ status: 200, attempts: '1' });
  });

  test('bans of three URLs block the proxy, and no client uses it then', async () => {
    const shop = await resourceWith();
    const [first, second] = proxies;
    refused.add(first.exit);
    let path = 0;
    while ((await statuses(shop))[1] !== 'blocked') {
      const { status } = await through(shop, `/${++path}?page=1#top`);
      expect(status).toBe(200);
      expect(path).toBeLessThan(7);
    }
    expect(visitors.filter((exit) => exit === first.exit)).toHaveLength(3);
    const [blocked] = await listProxies(t, ada, shop, 'status=blocked');
    expect(blocked).toMatchObject({ block_reason: 'banned', block_note: 'HTTP 403' });
    visitors.length = 0;
    const replies = await Promise.all(Array.from({ length: 50 }, () => through(shop, '/')));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(visitors)).toEqual(new Set([second.exit]));
  });

  test('bans outside the window do not add up, and a release starts over', async () => {
    const shop = await resourceWith({ ban_window_seconds: 60 }, [proxies[0].line]);
    refused.add(proxies[0].exit);
    for (const path of ['/1', '/2', '/3', '/4']) {
      await through(shop, path);
      t.clock.advance(31_000);
    }
    expect(await statuses(shop)).toEqual(['available']);
    for (const path of ['/5', '/6']) await through(shop, path);
    expect(await statuses(shop)).toEqual(['blocked']);
    const [{ id } = { id: '' }] = await listProxies(t, ada, shop);
    const path = `${resourcesPath}${shop}/proxies/${id}/release/`;
    expect((await send(t, 'POST', path, undefined, ada)).status).toBe(200);
    for (const again of ['/5', '/6']) await through(shop, again);
    expect(await statuses(shop)).toEqual(['available']);
  });
});

describe('a threshold of one', () => {
  test('blocks at once, and the request goes through another proxy', async () => {
    const shop = await resourceWith({ ban_threshold: 1 });
    refused.add(proxies[0].exit);
    const replies = await Promise.all(Array.from({ length: 10 }, () => through(shop, '/')));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(replies.some(({ attempts }) => attempts === '2')).toBe(true);
    const blocked = await listProxies(t, ada, shop, 'status=blocked');
    expect(blocked.map((one) => one.port)).toEqual([proxies[0].port]);
  });

  test('never blocks the last usable proxy for one URL, also at the same time', async () => {
    const shop = await resourceWith({ ban_threshold: 1 });
    for (const { exit } of proxies) refused.add(exit);
    const replies = await Promise.all(Array.from({ length: 10 }, () => through(shop, '/')));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(403));
    expect(await statuses(shop)).toEqual(['available', 'blocked']);
    await through(shop, '/other');
    expect(await statuses(shop)).toEqual(['blocked', 'blocked']);
    const none = await through(shop, '/');
    expect(none).toMatchObject({ status: 503, attempts: '0', cause: 'gateway pool_exhausted' });
  });
});

describe('only requests that can be repeated are retried', () => {
  test('DELETE without a body is, POST and a body are not', async () => {
    const shop = await resourceWith();
    refused.add(proxies[0].exit);
    for (let time = 0; time < 2; time++)
      expect((await through(shop, '/x', { method: 'DELETE' })).status).toBe(200);
    refused.add(proxies[1].exit);
    for (const options of [{ method: 'POST' }, { method: 'PUT', body: 'x' }]) {
      const reply = await through(shop, '/x', options);
      expect(reply).toMatchObject({ status: 403, attempts: '1', cause: 'ban_status 403' });
    }
  });
});

describe('other signs of a ban', () => {
  test('a header with its text; another text is no ban', async () => {
    refused.add(proxies[0].exit);
    const shop = await resourceWith({ ban_headers: ['cf-mitigated: challenge'] }, [
      proxies[0].line,
    ]);
    const reply = await through(shop, '/wall');
    expect(reply).toMatchObject({ status: 200, attempts: '1', cause: 'ban_header cf-mitigated' });
    const other = await resourceWith({ ban_headers: ['cf-mitigated: block'] }, [proxies[0].line]);
    expect((await through(other, '/wall')).cause).toBeUndefined();
  });

  test('a text of a compressed body, which otherwise arrives unchanged', async () => {
    const shop = await resourceWith({ ban_texts: ['are you a robot'] });
    const whole = gzipSync(long);
    expect((await through(shop, '/captcha')).body.equals(whole)).toBe(true);
    refused.add(proxies[0].exit);
    const replies = [await through(shop, '/captcha'), await through(shop, '/captcha')];
    for (const { body } of replies) expect(body.equals(whole)).toBe(true);
    expect(replies.map(({ attempts, cause }) => `${attempts} ${cause}`)).toContain('2 ban_text');
    refused.add(proxies[1].exit);
    expect((await through(shop, '/captcha')).cause).toBe('ban_text');
  });

  test('a response without a body has no text', async () => {
    const shop = await resourceWith({ ban_texts: ['/secret'] });
    const reply = await through(shop, '/secret', { method: 'HEAD' });
    expect(reply).toMatchObject({ status: 200, body: Buffer.alloc(0), attempts: '1' });
  });

  test('the test console sees them too', async () => {
    const shop = await resourceWith({ ban_texts: ['/secret'] }, [proxies[0].line]);
    const path = `${resourcesPath}${shop}/fetch/`;
    const reply = await send(t, 'POST', path, { url: `${url}/secret` }, ada);
    expect(reply.body).toMatchObject({ status: 200, error: 'banned', body: '/secret' });
  });
});

describe('what the gateway says about its attempts', () => {
  test('its own errors name it, without an attempt', async () => {
    const reply = await through(null, '/');
    expect(reply).toMatchObject({
      status: 407,
      attempts: '0',
      cause: 'gateway proxy_login_required',
    });
  });

  test.each([
    ['name_not_found', 'target name_not_found', 'does not exist'],
    ['network_failed', 'network network_failed', 'could not be resolved'],
  ] as const)('a name that is not resolved: %s', async (reason, cause, words) => {
    const shop = await resourceWith({ target_hosts: ['shop.test'] });
    const { guard } = t.areas.proxy;
    t.areas.proxy.guard = { resolveHost: () => Promise.reject(new ProxyError(reason)) };
    const reply = await through(shop, 'http://shop.test/');
    t.areas.proxy.guard = guard;
    expect(reply).toMatchObject({ status: 502, attempts: '0', cause });
    expect(String(reply.body)).toContain(words);
  });

  test('a failed proxy is named as the cause, in the error and after a retry', async () => {
    const broken = await resourceWith({}, ['127.0.0.1:9']);
    const failed = await through(broken, '/');
    expect(failed).toMatchObject({
      status: 502,
      attempts: '1',
      cause: 'proxy connection_refused',
    });
    expect(String(failed.body)).toContain('Check host and port with the provider.');
    const secured = await farm.startProxy({ login: 'a:b' });
    const wrong = `127.0.0.1:${secured.port}:a:wrong`;
    const shop = await resourceWith({ strategy: 'round_robin' }, [wrong, proxies[0].line]);
    const replies = [await through(shop, '/'), await through(shop, '/')];
    const said = replies.map(({ attempts, cause }) => `${attempts} ${cause}`);
    expect(said).toContain('2 credentials auth_failed');
  });

  test('the opened tunnel too', async () => {
    const shop = await resourceWith();
    const sent = request(shop, 'CONNECT', new URL(url).host);
    const [response, socket] = (await once(sent, 'connect')) as [http.IncomingMessage, net.Socket];
    socket.destroy();
    expect(response.headers['x-proxy-attempts']).toBe('1');
    expect(response.headers['x-proxy-cause']).toBeUndefined();
  });

  test('a site cannot say it', async () => {
    const shop = await resourceWith();
    expect((await through(shop, '/faked')).cause).toBeUndefined();
  });
});

test('a site that no proxy reaches is no fault of the proxies', async () => {
  const open = await Promise.all([0, 1].map(() => startUnreachingProxy()));
  const ports = open.map((server) => (server.address() as AddressInfo).port);
  const shop = await resourceWith(
    { max_failures: 1 },
    ports.map((at) => `127.0.0.1:${at}`),
  );
  const reply = await through(shop, '/');
  expect(reply).toMatchObject({ status: 502, attempts: '2', cause: 'target unreachable' });
  expect(await statuses(shop)).toEqual(['available', 'available']);
  for (const server of open) server.close();
});

/** Says that it cannot reach any site. */
async function startUnreachingProxy(): Promise<net.Server> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}
