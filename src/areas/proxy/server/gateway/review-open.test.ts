// Traffic is counted once, whenever and however a tunnel or a request ends.
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { requestThrough } from '#test/gateway-requests.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  resourcesPath,
} from '#test/proxy-resources.ts';
import { send } from '#test/requests.ts';
import { useGateway } from '#test/use-gateway.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const gateway = useGateway(t);
const farm = useProxyServers();
const partBytes = 100_000;
/** More than the headers of a few requests. */
const headBytes = 5000;
/** Responses of which half was sent, and requests that got none. */
const open: http.ServerResponse[] = [];
const site = http.createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://x');
  if (pathname === '/whole') response.end(Buffer.alloc(partBytes));
  else if (pathname === '/banned') response.end('Are you a robot?');
  else if (open.push(response) && pathname === '/halves') response.write(Buffer.alloc(partBytes));
});
let host: string;
let line: string;
let ada: SignedIn;
let key: string;
let shop: string;
let person = 0;

beforeAll(async () => {
  allowManyResources(t);
  await once(site.listen(0, '127.0.0.1'), 'listening');
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  ({ line } = await farm.startProxy());
});
afterAll(() => site.close().closeAllConnections());
beforeEach(async () => {
  open.length = 0;
  ada = await t.signIn(`ada${++person}@example.com`);
  ({ key } = await createApiKey(t, ada, { scopes: ['proxy'] }));
  shop = await createResource(t, ada, { uses_pool: false, timeout_ms: 60_000 });
  await addProxies(t, ada, shop, [line]);
});

async function statistics() {
  await t.areas.proxy.usage.flush();
  const { body } = await send(t, 'GET', `${resourcesPath}${shop}/statistics/`, undefined, ada);
  return { bytes: Number(body.bandwidth_bytes), requests: Number(body.requests_total) };
}
const loginHeader = () =>
  `Proxy-Authorization: Basic ${Buffer.from(`${shop}:${key}`).toString('base64')}\r\n`;

/** A request of which the response goes on; `port` is that of the gateway. */
async function openRequest(path: string, port = gateway.port): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(`GET http://${host}${path} HTTP/1.1\r\nHost: ${host}\r\n${loginHeader()}\r\n`);
  await expect.poll(() => open.length).toBe(1);
  return socket;
}

/** The same through a tunnel. */
async function openTunnel(path: string, port = gateway.port): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(`CONNECT ${host} HTTP/1.1\r\n${loginHeader()}\r\n`);
  await once(socket, 'data');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  return socket;
}

const kinds = [
  { kind: 'request', start: openRequest },
  { kind: 'tunnel', start: openTunnel },
];

test.each(kinds)('of a $kind at each review, and the rest at its end', async ({ start }) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = await start('/halves');
  socket.resume();
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(partBytes);
  vi.advanceTimersByTime(15_000);
  const { bytes } = await statistics();
  expect(bytes).toBeGreaterThan(partBytes);
  open[0]!.end(Buffer.alloc(partBytes));
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(2 * partBytes);
  vi.advanceTimersByTime(15_000);
  socket.destroy();
  await expect.poll(async () => (await statistics()).bytes).toBeGreaterThan(2 * partBytes);
  expect((await statistics()).bytes).toBeLessThan(2 * partBytes + headBytes);
});

test.each(kinds)('of a $kind that is cut off when the gateway closes', async ({ start }) => {
  const closing = gateway.create();
  const socket = await start('/halves', await closing.listen({ host: '127.0.0.1', port: 0 }));
  socket.on('error', () => undefined).resume();
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(partBytes);
  await closing.close(0);
  expect((await statistics()).bytes).toBeGreaterThan(partBytes);
});

test('of the next request on the same connection, not again for the one before', async () => {
  const path = `${resourcesPath}${shop}/`;
  expect((await send(t, 'PATCH', path, { ban_texts: ['robot'] }, ada)).status).toBe(200);
  await t.areas.proxy.usage.flush();
  const { work } = t.kernel;
  const { write } = work;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // The first request has its whole response, but waits until the ban is stored.
  const spy = vi.spyOn(work, 'write').mockImplementation((act) => released.then(() => write(act)));
  onTestFinished(() => void spy.mockRestore());
  const through = (path: string) =>
    requestThrough(gateway.port, `${shop}:${key}`, `http://${host}${path}`);
  const banned = through('/banned');
  await expect.poll(() => spy.mock.calls.length).toBeGreaterThan(0);
  expect((await through('/whole')).status).toBe(200);
  release();
  await banned.catch(() => undefined);
  const { bytes } = await statistics();
  expect(bytes).toBeGreaterThan(partBytes);
  expect(bytes).toBeLessThan(partBytes + headBytes);
});

test('a request counts when its client hangs up before the response', async () => {
  const socket = await openRequest('/silent');
  socket.destroy();
  await expect.poll(async () => (await statistics()).requests).toBe(1);
});
