// Whose fault a failure is, by how far the request came and by how other proxies fared.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { requestThrough } from '#test/gateway-requests.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  listProxies,
  resourcesPath,
} from '#test/proxy-resources.ts';
import { send } from '#test/requests.ts';
import { scaledMs } from '#test/time-limits.ts';
import { useGateway } from '#test/use-gateway.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const gateway = useGateway(t);
const farm = useProxyServers();
const servers: net.Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});
let ada: SignedIn;
let key: string;
let working: string[];
let site: string;

beforeAll(async () => {
  allowManyResources(t);
  ada = await t.signIn('ada@example.com');
  ({ key } = await createApiKey(t, ada, { name: 'gateway', scopes: ['proxy'] }));
  working = [(await farm.startProxy()).line, (await farm.startProxy()).line];
  site = (await farm.startSite()).url;
});

/** `host:port` of a server that does this with each first data of a connection. */
async function serve(respond: (socket: net.Socket) => void): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => respond(socket));
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function resourceWith(lines: string[]): Promise<string> {
  const options = { max_failures: 1, timeout_ms: scaledMs(500), strategy: 'round_robin' };
  const shop = await createResource(t, ada, options);
  await addProxies(t, ada, shop, lines);
  return shop;
}

async function readStates(shop: string) {
  await t.areas.proxy.usage.flush();
  const proxies = await listProxies(t, ada, shop);
  return Object.fromEntries(proxies.map(({ host, port, status }) => [`${host}:${port}`, status]));
}

const drops = (socket: net.Socket) => void socket.destroy();
const refuses = (socket: net.Socket) => void socket.end('HTTP/1.1 403 No\r\n\r\n');
const hangs = () => undefined;
const opensAndDrops = (socket: net.Socket) => {
  socket.write('HTTP/1.1 200 OK\r\n\r\n');
  socket.once('data', () => socket.destroy());
};

test.each([
  ['drops it', drops, 502, 'unreachable'],
  ['refuses it', refuses, 502, 'unreachable'],
  ['does not respond', hangs, 504, 'target_timeout'],
])('a tunnel that each proxy %s does not open: the target', async (_, respond, status, code) => {
  const lines = [await serve(respond), await serve(respond), await serve(respond)];
  const shop = await resourceWith(lines);
  const reply = await requestThrough(gateway.port, `${shop}:${key}`, `${site}/`);
  expect(reply).toMatchObject({ status, code });
  expect(reply.headers).toMatchObject({
    'x-proxy-attempts': '3',
    'x-proxy-cause': `target ${code}`,
  });
  expect(new Set(Object.values(await readStates(shop)))).toEqual(new Set(['available']));
});

test.each([
  ['drops tunnels', drops, 'connection_closed'],
  ['refuses tunnels', refuses, 'tunnel_refused'],
  ['does not respond', hangs, 'timeout'],
  ['opens tunnels that lead nowhere', opensAndDrops, 'connection_closed'],
])('a proxy that %s while others do not: the proxy', async (_, respond, reason) => {
  const bad = await serve(respond);
  const shop = await resourceWith([bad, ...working]);
  const causes = new Set<string | undefined>();
  for (let time = 0; time < 3; time++) {
    const reply = await requestThrough(gateway.port, `${shop}:${key}`, `${site}/`);
    expect(reply.status).toBe(200);
    causes.add(reply.headers['x-proxy-cause'] as string | undefined);
  }
  expect(causes).toEqual(new Set([`proxy ${reason}`, undefined]));
  expect(await readStates(shop)).toMatchObject({
    [bad]: 'blocked',
    [working[0]!]: 'available',
    [working[1]!]: 'available',
  });
});

test.each([
  ['drops tunnels', drops, 'proxy connection_closed'],
  ['opens tunnels that lead nowhere', opensAndDrops, 'target target_closed'],
])('a proxy that %s, alone: nothing counts', async (_, respond, cause) => {
  const bad = await serve(respond);
  const shop = await resourceWith([bad]);
  const reply = await requestThrough(gateway.port, `${shop}:${key}`, `${site}/`);
  expect([reply.status, reply.headers['x-proxy-cause']]).toEqual([502, cause]);
  expect(await readStates(shop)).toEqual({ [bad]: 'available' });
});

test('a closed port of a site counts against no proxy, and other pages work', async () => {
  const shop = await resourceWith(working);
  const reply = await requestThrough(gateway.port, `${shop}:${key}`, 'http://127.0.0.1:9/');
  expect([reply.status, reply.headers['x-proxy-cause']?.slice(0, 6)]).toEqual([502, 'target']);
  expect((await requestThrough(gateway.port, `${shop}:${key}`, `${site}/`)).status).toBe(200);
});

test.each([
  ['that ends the connection', drops, 502, 'target_closed'],
  ['that is silent', hangs, 504, 'target_timeout'],
])('a page %s counts against no proxy', async (_, respond, status, code) => {
  const page = await serve(respond);
  const shop = await resourceWith(working);
  const reply = await requestThrough(gateway.port, `${shop}:${key}`, `http://${page}/`);
  expect(reply).toMatchObject({ status, code });
  expect(new Set(Object.values(await readStates(shop)))).toEqual(new Set(['available']));
});

test('the test console judges in the same way', async () => {
  const page = await serve(drops);
  const shop = await resourceWith(working);
  const fetchPath = `${resourcesPath}${shop}/fetch/`;
  const { body } = await send(t, 'POST', fetchPath, { url: `http://${page}/` }, ada);
  expect(body).toMatchObject({ error: 'target_closed' });
  expect(new Set(Object.values(await readStates(shop)))).toEqual(new Set(['available']));
});
