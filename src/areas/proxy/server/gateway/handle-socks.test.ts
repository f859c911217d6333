import { once } from 'node:events';
import net from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiKeysPath, type CreatedApiKey, createApiKey } from '#test/factories/api-keys.ts';
import { openSocksTunnel } from '#test/gateway-requests.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  resourcesPath,
} from '#test/proxy-resources.ts';
import type { TestProxy, TestSite } from '#test/proxy-servers.ts';
import { send } from '#test/requests.ts';
import { useGateway } from '#test/use-gateway.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const gateway = useGateway(t, { tunnelsPerKey: 3 });
const { recorded } = gateway;
const farm = useProxyServers();
let person = 0;
let site: TestSite;
let proxy: TestProxy;
let ada: SignedIn;
let key: CreatedApiKey;

beforeAll(async () => {
  allowManyResources(t);
  site = await farm.startSite();
  proxy = await farm.startProxy();
});
beforeEach(async () => {
  ada = await t.signIn(`ada${++person}@example.com`);
  key = await createApiKey(t, ada, { scopes: ['proxy'] });
  recorded.length = 0;
});

async function ownResource(change: object = {}, line = proxy.line): Promise<string> {
  const name = await createResource(t, ada, { uses_pool: false, ...change });
  await addProxies(t, ada, name, [line]);
  return name;
}
async function open(at = gateway.port): Promise<net.Socket> {
  const socket = net.connect({ host: '127.0.0.1', port: at });
  await once(socket, 'connect');
  return socket;
}
const tunnel = (username: string, password = key.key) =>
  openSocksTunnel(gateway.port, site.port, { username, password });
/** Also after a reset, which is how a socket ends whose data was not read. */
function waitForClose(socket: net.Socket): Promise<void> {
  socket.on('error', () => undefined).resume();
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
  });
}
const field = (text: string) =>
  Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);
const login = (user: string) => Buffer.concat([Buffer.from([1]), field(user), field(key.key)]);
const portBytes = (number: number) => Buffer.from([number >> 8, number & 0xff]);
const toName = (name: string, number: number, command = 1) =>
  Buffer.concat([Buffer.from([5, command, 0, 3]), field(name), portBytes(number)]);

/** Everything that the gateway sends, after all parts were sent at once. */
async function say(...parts: Buffer[]): Promise<Buffer> {
  const socket = await open();
  socket.write(Buffer.concat(parts));
  return buffer(socket);
}
const greeting = Buffer.from([5, 2, 0, 2]);
const refusedWith = (code: number) => Buffer.from([5, 2, 1, 0, 5, code, 0, 1, 0, 0, 0, 0, 0, 0]);

test('a tunnel is opened, metered and its traffic recorded', async () => {
  const shop = await ownResource();
  const socket = await tunnel(`${shop}.session-a`);
  socket.write('GET /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect((await buffer(socket)).toString()).toContain(proxy.exit);
  expect(recorded).toMatchObject([{ status: 200, metric: 'proxy_lease', units: 1 }]);
  await expect
    .poll(async () => {
      await t.areas.proxy.usage.flush();
      const { body } = await send(t, 'GET', `${resourcesPath}${shop}/statistics/`, undefined, ada);
      return body.keys_used;
    })
    .toMatchObject([{ key: key.id, requests: 1, bytes: expect.any(Number) }]);
});

test('a name and an IPv6 address are resolved and checked like those of CONNECT', async () => {
  const { guard } = t.areas.proxy;
  const requests: string[] = [];
  t.areas.proxy.guard = {
    resolveHost: async (host) => {
      requests.push(host);
      return '127.0.0.1';
    },
  };
  const shop = await ownResource({ target_hosts: ['site.test', '127.0.0.1'] });
  const socket = await open();
  socket.write(Buffer.concat([greeting, login(shop), toName('site.test', site.port)]));
  await expect.poll(() => socket.bytesRead).toBe(14);
  expect(socket.read()).toEqual(refusedWith(0));
  socket.destroy();
  expect(requests).toContain('site.test');
  const v6 = Buffer.from([5, 1, 0, 4, ...Array(15).fill(0), 1, ...portBytes(80)]);
  expect(await say(greeting, login(shop), v6)).toEqual(refusedWith(2));
  t.areas.proxy.guard = guard;
});

describe('refused', () => {
  test('a client that offers no password', async () => {
    expect(await say(Buffer.from([5, 1, 0]))).toEqual(Buffer.from([5, 0xff]));
  });

  test.each([
    ['a wrong resource name', () => login('Shop A')],
    ['an unknown option', () => login('shop.speed-9')],
    ['a wrong key', () => Buffer.concat([Buffer.from([1]), field('shop'), field('nothing')])],
  ])('%s', async (_, words) => {
    expect(await say(greeting, words())).toEqual(Buffer.from([5, 2, 1, 1]));
  });

  test('a key without the scope', async () => {
    const plain = await createApiKey(t, ada, { scopes: ['customs'] });
    await expect(tunnel('shop', plain.key)).rejects.toMatchObject({ reason: 'auth_failed' });
  });

  test('other commands and kinds of address', async () => {
    for (const command of [2, 3])
      expect(await say(greeting, login('shop'), toName('a.test', 80, command))).toEqual(
        refusedWith(7),
      );
    const odd = Buffer.from([5, 1, 0, 9]);
    expect(await say(greeting, login('shop'), odd)).toEqual(refusedWith(8));
  });

  test('targets, resources and mail ports that CONNECT refuses', async () => {
    const shop = await ownResource();
    const target = (host: string, number = 80) => toName(host, number);
    expect(await say(greeting, login(shop), target('other.test'))).toEqual(refusedWith(2));
    expect(await say(greeting, login(shop), target('127.0.0.1', 25))).toEqual(refusedWith(2));
    expect(await say(greeting, login('no-such'), target('127.0.0.1'))).toEqual(refusedWith(2));
    const away = await ownResource({}, '127.0.0.1:9');
    expect(await say(greeting, login(away), target('127.0.0.1'))).toEqual(refusedWith(5));
    expect(recorded).toMatchObject([{ units: 0 }]);
  });
});

describe('limits', () => {
  beforeEach(() => {
    const toFake = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const;
    vi.useFakeTimers({ toFake: [...toFake] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('an open tunnel is closed when its key is revoked', async () => {
    const shop = await ownResource();
    const socket = await tunnel(shop);
    await send(t, 'POST', `${apiKeysPath}${key.id}/revoke/`, {}, ada);
    const ended = once(socket, 'end');
    socket.resume();
    vi.advanceTimersByTime(15_000);
    await ended;
    socket.destroy();
  });

  test('a handshake that is not done after 20 s is closed', async () => {
    const socket = await open();
    socket.write(greeting);
    await once(socket, 'data');
    const closed = waitForClose(socket);
    socket.write(login('shop').subarray(0, 3));
    vi.advanceTimersByTime(20_000);
    await closed;
  });

  test('tunnels of a key are limited together with those of CONNECT', async () => {
    const shop = await ownResource();
    const tunnels = [await tunnel(shop), await tunnel(shop), await tunnel(shop)];
    await expect(tunnel(shop)).rejects.toMatchObject({ reason: 'tunnel_refused' });
    for (const socket of tunnels) socket.destroy();
  });
});

test('closing ends connections that sent nothing, and unfinished handshakes', async () => {
  const closing = gateway.create();
  const at = await closing.listen({ host: '127.0.0.1', port: 0 });
  const silent = await open(at);
  const unfinished = await open(at);
  unfinished.write(greeting.subarray(0, 3));
  const closed = Promise.all([silent, unfinished].map(waitForClose));
  await closing.close(0);
  await closed;
});
