// Attacks by a customer on the gateway, or through it on another customer.
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { saveSwitch } from '#kernel/features/feature-store.ts';
import { apiKeysPath, type CreatedApiKey, createApiKey } from '#test/factories/api-keys.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  resourcesPath,
} from '#test/proxy-resources.ts';
import type { TestProxy } from '#test/proxy-servers.ts';
import { send } from '#test/requests.ts';
import { useGateway } from '#test/use-gateway.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';
import { readBasicLogin } from './gateway-login.ts';
import { isStillAllowed } from './identify-client.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const gateway = useGateway(t, { tunnelsPerKey: 2 });
const { recorded } = gateway;
const farm = useProxyServers();
const seen: { method: string | undefined; url: string | undefined; body: string }[] = [];
const sockets = new Set<net.Socket>();
const status = { next: 200 };
const site = http.createServer(async (request, response) => {
  const { method, url } = request;
  sockets.add(request.socket);
  seen.push({ method, url, body: await text(request) });
  if (url === '/endless') {
    response.setHeader('content-type', 'application/octet-stream');
    response.write('a');
    return;
  }
  response.statusCode = status.next;
  response.end('done');
});
let person = 0;
let host: string;
let proxy: TestProxy;
let ada: SignedIn;
let key: CreatedApiKey;

beforeAll(async () => {
  allowManyResources(t);
  await once(site.listen(0, '127.0.0.1'), 'listening');
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  proxy = await farm.startProxy();
});
afterAll(() => site.close().closeAllConnections());
beforeEach(async () => {
  ada = await t.signIn(`ada${++person}@example.com`);
  key = await createApiKey(t, ada, { scopes: ['proxy'] });
  recorded.length = 0;
  seen.length = 0;
  sockets.clear();
  status.next = 200;
});

async function ownResource(line = proxy.line): Promise<string> {
  const name = await createResource(t, ada, { uses_pool: false });
  await addProxies(t, ada, name, [line]);
  return name;
}
const toLogin = (user: string, { key: word } = key) =>
  `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`;

/** The start of the response. */
async function say(
  words: string,
  at = gateway.port,
): Promise<{ socket: net.Socket; answer: string }> {
  const socket = net.connect({ host: '127.0.0.1', port: at, allowHalfOpen: true });
  socket.write(words);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return { socket, answer: answer.toString('latin1') };
}
const ask = (user: string, more = '', method = 'GET', by = key, path = '/first') =>
  say(
    `${method} http://${host}${path} HTTP/1.1\r\nHost: ${host}\r\n` +
      `Proxy-Authorization: ${toLogin(user, by)}\r\n${more || '\r\n'}`,
  );
const connect = (user: string, by = key) =>
  say(`CONNECT ${host} HTTP/1.1\r\nProxy-Authorization: ${toLogin(user, by)}\r\n\r\n`);

describe('a body is never read as another request', () => {
  const second = 'GET /second HTTP/1.1\r\nHost: x\r\n\r\n';
  const chunked = `${second.length.toString(16)}\r\n${second}\r\n0\r\n\r\n`;
  test.each([
    ['DELETE', `Transfer-Encoding: chunked\r\n\r\n${chunked}`],
    ['DELETE', `Connection: transfer-encoding\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`],
    ['DELETE', `Connection: content-length\r\nContent-Length: ${second.length}\r\n\r\n${second}`],
    ['GET', `Transfer-Encoding: chunked\r\n\r\n${chunked}`],
    ['POST', `Connection: content-length\r\nContent-Length: ${second.length}\r\n\r\n${second}`],
  ])('%s %j', async (method, more) => {
    const { socket, answer } = await ask(await ownResource(), more, method);
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1.1 200/);
    expect(seen).toEqual([{ method, url: '/first', body: second }]);
  });
});

test('customers do not share tunnels', async () => {
  const staff = await t.signIn('admin@example.com', { roles: ['admin'] });
  await send(t, 'POST', '/apix/admin/proxies/', { text: proxy.line }, { headers: staff.headers });
  const bob = await t.signIn('bob@example.com');
  const others = await createApiKey(t, bob, { scopes: ['proxy'] });
  const [hers, his] = [await createResource(t, ada), await createResource(t, bob)];
  const counts = [];
  for (const [user, by] of [
    [hers, key],
    [hers, key],
    [his, others],
  ] as const) {
    (await ask(user, '', 'GET', by)).socket.destroy();
    counts.push(sockets.size);
  }
  expect(counts).toEqual([1, 1, 2]);
});

test('responses of the site are charged, including its 5xx; our errors are not', async () => {
  status.next = 503;
  const { socket, answer } = await ask(await ownResource());
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1.1 503/);
  await expect.poll(() => recorded).toMatchObject([{ status: 200, units: 1 }]);
  (await ask(await ownResource('127.0.0.1:9'))).socket.destroy();
  await expect.poll(() => recorded.at(1)).toMatchObject({ status: 502, units: 0 });
});

const download = (user: string) => ask(user, '', 'GET', key, '/endless');

describe('an open tunnel or request', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const turn = async (isOn: boolean) => {
    const { database, features, clock } = t.kernel;
    const change = { isOn, reason: 'Abuse', accountId: ada.accountId, now: clock.now() };
    await saveSwitch(database.write, 'proxy', change);
    features.clearCache();
  };
  const suspend = async () => {
    const accounts = t.kernel.database.write.updateTable('account').set({ status: 'suspended' });
    await accounts.where('id', '=', ada.accountId).execute();
    t.clock.advance(6000);
  };
  const edit = (values: object) => send(t, 'PATCH', `${apiKeysPath}${key.id}/`, values, ada);
  const remove = (name: string) => send(t, 'DELETE', `${resourcesPath}${name}/`, undefined, ada);
  const change = (name: string, values: object) =>
    send(t, 'PATCH', `${resourcesPath}${name}/`, values, ada);

  const reasons: [string, (name: string) => Promise<unknown>][] = [
    ['its key is revoked', () => send(t, 'POST', `${apiKeysPath}${key.id}/revoke/`, {}, ada)],
    ['its key loses the scope', () => edit({ scopes: ['customs'] })],
    ['its resource rests', (name) => change(name, { is_active: false })],
    ['its resource is gone', (name) => remove(name)],
    ['its account is suspended', suspend],
    ['the gateway is switched off', () => turn(false)],
  ];
  test.each(
    reasons.flatMap(([when, happens]) => [
      { what: 'tunnel', open: connect, when, happens },
      { what: 'request', open: download, when, happens },
    ]),
  )('$what closes when $when', async ({ open, happens }) => {
    const name = await ownResource();
    // No request ends by itself before the test does.
    await change(name, { timeout_ms: 60_000 });
    const { socket, answer } = await open(name);
    expect(answer).toMatch(/^HTTP\/1.1 200/);
    await happens(name);
    const ended = once(socket, 'end');
    vi.advanceTimersByTime(15_000);
    await ended;
    socket.destroy();
    await turn(true);
  });

  test('stays open while it is allowed, and while the check fails', async () => {
    const name = await ownResource();
    const { socket } = await connect(name);
    const check = vi.spyOn(t.areas.keys.checker, 'check');
    vi.advanceTimersByTime(15_000);
    await expect.poll(() => check.mock.calls.length).toBe(1);
    check.mockRestore();
    socket.write('GET /inside HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    expect(seen).toMatchObject([{ url: '/inside' }]);
    socket.destroy();
    const apiKeys = { check: () => Promise.reject(new Error('no database')) };
    const client = { credentials: readBasicLogin(toLogin(name)), ip: '127.0.0.1' };
    expect(await isStillAllowed({ ...gateway.ports(), apiKeys }, client, 'x')).toBe(true);
  });

  test('counts for the limit of its key', async () => {
    const name = await ownResource();
    const own = await createApiKey(t, ada, { scopes: ['proxy'] });
    const open = [await connect(name, own), await connect(name, own)];
    const refused = await connect(name, own);
    expect(refused.answer).toMatch(/^HTTP\/1.1 429 [\s\S]*"throttled"/);
    const other = await connect(name);
    expect(other.answer).toMatch(/^HTTP\/1.1 200/);
    open[0]!.socket.destroy();
    await expect
      .poll(async () => {
        const { socket, answer } = await connect(name, own);
        socket.destroy();
        return answer;
      })
      .toMatch(/^HTTP\/1.1 200/);
    for (const { socket } of [refused, other, open[1]!]) socket.destroy();
  });
});

test('a tunnel counts while it is being opened, also when its client hangs up', async () => {
  const waiting: net.Socket[] = [];
  const silent = net.createServer((socket) => void waiting.push(socket));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const slow = await ownResource(`127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const quick = await ownResource();
  for (const count of [1, 2]) {
    const socket = net.connect(gateway.port, '127.0.0.1');
    socket.write(
      `CONNECT ${host} HTTP/1.1\r\nProxy-Authorization: ${toLogin(`${slow}.retries-0`)}\r\n\r\n`,
    );
    await expect.poll(() => waiting.length).toBe(count);
    socket.destroy();
  }
  const status = async () => {
    const { socket, answer } = await connect(quick);
    socket.destroy();
    return answer.slice(9, 12);
  };
  expect(await status()).toBe('429');
  for (const socket of waiting) socket.destroy();
  await expect.poll(status).toBe('200');
  silent.close();
});

test.each([
  ['whose login is wrong', () => `CONNECT ${host} HTTP/1.1\r\n\r\n`, '407'],
  ['that speaks no HTTP', () => 'HELLO\r\n\r\n', '400'],
])('a refused client %s cannot keep its connection', async (_, words, code) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { socket, answer } = await say(words());
  expect(answer.slice(9, 12)).toBe(code);
  await once(socket.resume(), 'end');
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  socket.on('error', () => undefined);
  const isClosed = () => {
    socket.write('more');
    return socket.destroyed;
  };
  await expect.poll(isClosed).toBe(true);
});

test('a client that disconnects while the gateway closes does no harm', async () => {
  const closing = gateway.create();
  const at = await closing.listen({ host: '127.0.0.1', port: 0 });
  const socket = net.connect({ host: '127.0.0.1', port: at, allowHalfOpen: true });
  await once(socket, 'connect');
  socket.write(`CONNECT ${host} HTTP/1.1\r\n`);
  // The response to another request shows that the partial one has arrived.
  const running = await say('GET / HTTP/1.1\r\nHost: x\r\n\r\n', at);
  const closed = closing.close(3000);
  socket.write('\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 503/);
  socket.resetAndDestroy();
  running.socket.destroy();
  await closed;
});

test('a 101 response is a failure of the site', async () => {
  const odd = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    );
  });
  await once(odd.listen(0, '127.0.0.1'), 'listening');
  const health_check_url = `http://127.0.0.1:${(odd.address() as AddressInfo).port}/`;
  const name = await ownResource();
  await send(t, 'PATCH', `${resourcesPath}${name}/`, { health_check_url }, ada);
  const { body } = await send(t, 'GET', `${resourcesPath}${name}/proxies/`, undefined, ada);
  const [{ id }] = body.results as [{ id: string }];
  const path = `${resourcesPath}${name}/proxies/${id}/test/`;
  const reply = await send(t, 'POST', path, undefined, ada);
  expect(reply.body).toMatchObject({ is_working: false, error: 'target_failed' });
  const login = `Host: x\r\nProxy-Authorization: ${toLogin(name)}`;
  const { socket, answer } = await say(`GET ${health_check_url} HTTP/1.1\r\n${login}\r\n\r\n`);
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1.1 502/);
  odd.close();
});
