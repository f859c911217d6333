// Floods a real server: calls that do not end, and calls that keep the processor busy.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { createMetrics } from '../../observability/metrics.ts';
import { closeServer, createServer } from '../server.ts';
import { createLoadControl } from './load-control.ts';
import { measureLoad } from './measure-load.ts';

const inFlightMin = 20;
const site = 'https://shop.example.com';

async function open(env: Record<string, string> = {}) {
  const config = readConfig({ OVERLOAD_IN_FLIGHT_MAX: '20', CORS_ORIGINS: site, ...env });
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const essentialPaths = new Set(['/apix/sign-in/']);
  const load = createLoadControl({ config, log, essentialPaths, connectionWaitMs: () => 0 });
  const app = await createServer({ config, log: pino({ level: 'silent' }), load });
  app.addHook('onRequest', async (request) => {
    const [, id, role] = /^Bearer (\d+)-?(\w*)$/.exec(request.headers.authorization ?? '') ?? [];
    const roles = role ? [role as 'support'] : [];
    if (id) request.actor = { accountId: Number(id), roles, status: 'active', via: 'session' };
  });
  const { promise, resolve: endSlowCalls } = Promise.withResolvers<string>();
  app.all('/apix/slow/', () => promise);
  app.get('/apix/quick/', () => 'quick');
  app.get('/apix/v1/models', () => 'quick');
  app.get('/apix/sign-in/', () => 'quick');
  app.get('/page', () => 'page');
  app.get('/apix/busy/', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const untilMs = performance.now() + 1;
      while (performance.now() < untilMs);
      await nextTurn();
    }
    return 'done';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => closeServer(app, 0));
  const { port } = app.server.address() as AddressInfo;
  const call = (path: string, account?: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { ...headers, ...(account && { authorization: `Bearer ${account}` }) },
    });
  const status = async (path: string, account?: string) => (await call(path, account)).status;
  return { app, load, lines, port, call, status, endSlowCalls };
}

/** Account 1 has as many calls in flight as there may be; all others were known before. */
async function openFlooded() {
  const t = await open();
  for (const account of ['1', '2', '3-support']) await t.status('/apix/quick/', account);
  const flood = Array.from({ length: inFlightMin }, () => t.status('/apix/slow/', '1'));
  onTestFinished(async () => {
    t.endSlowCalls('done');
    await Promise.all(flood);
  });
  await expect.poll(() => t.load.stats().inFlight).toBe(inFlightMin);
  return { ...t, flood };
}

test('an account that floods is refused at once, and all others are not', async () => {
  const { call, status, flood, endSlowCalls } = await openFlooded();
  const refused = await call('/apix/quick/', '1');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toMatch(/^[123]$/);
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(await refused.json()).toMatchObject({
    detail: 'The service is busy. Try again in a moment.',
    code: 'busy',
    retry_after: Number(refused.headers.get('retry-after')),
    request_id: refused.headers.get('x-request-id'),
  });
  // The router decodes it, so it is the same call.
  expect(await status('/%61pix/quick/', '1')).toBe(503);
  expect(await status('/apix/quick/', '2')).toBe(200);
  expect(await status('/apix/quick/', '3-support')).toBe(200);
  expect(await status('/apix/sign-in')).toBe(200);
  for (const path of ['/healthz', '/page']) expect(await status(path, '1')).toBe(200);
  endSlowCalls('done');
  expect(await Promise.all(flood)).toEqual(flood.map(() => 200));
  expect(await status('/apix/quick/', '1')).toBe(200);
});

test('staff and sign-in are accepted after other accounts are refused', async () => {
  const { load, status, endSlowCalls } = await openFlooded();
  const others = Array.from({ length: inFlightMin / 2 }, () => status('/apix/slow/', '2'));
  await expect.poll(() => load.stats().inFlight).toBe(1.5 * inFlightMin);
  expect(await status('/apix/quick/', '2')).toBe(503);
  // A credential that is not known yet counts for its network.
  expect(await status('/apix/quick/', '9')).toBe(503);
  expect(await status('/apix/quick/', '3-support')).toBe(200);
  expect(await status('/apix/sign-in/?from=mail')).toBe(200);
  endSlowCalls('done');
  expect(await Promise.all(others)).toEqual(others.map(() => 200));
});

test('a call is refused before its body has arrived', async () => {
  const { port } = await openFlooded();
  const socket = net.connect(port, '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  const head = 'POST /apix/slow/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer 1\r\n';
  socket.write(`${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`);
  const [answer] = await once(socket, 'data');
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
});

test('a client that hangs up keeps its place until its call has ended', async () => {
  const { app, load, port, status, endSlowCalls } = await open();
  // Then no call ever takes too long to count as work.
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => now.mockRestore());
  for (let at = 0; at < inFlightMin; at++) {
    const socket = net.connect(port, '127.0.0.1');
    const [accepted] = (await once(app.server, 'connection')) as [net.Socket];
    socket.write('GET /apix/slow/ HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(app.server, 'request');
    socket.destroy();
    await once(accepted, 'close');
  }
  await nextTurn();
  await nextTurn();
  expect(load.stats().inFlight).toBe(inFlightMin);
  expect(await status('/apix/quick/')).toBe(503);
  endSlowCalls('done');
  await expect.poll(() => load.stats().inFlight).toBe(0);
  expect(await status('/apix/quick/')).toBe(200);
});

test('a refusal can be read by other sites, and by the clients of OpenAI', async () => {
  const { call } = await openFlooded();
  const reply = await call('/apix/v1/models', '1', { origin: site });
  expect(reply.headers.get('access-control-allow-origin')).toBe(site);
  expect(reply.headers.get('access-control-expose-headers')).toContain('Retry-After');
  expect(await reply.json()).toMatchObject({ error: { type: 'server_error', code: 'busy' } });
  const other = await call('/apix/quick/', '1', { origin: 'https://other.example.com' });
  expect(other.headers.has('access-control-allow-origin')).toBe(false);
});

test('refused calls are counted, and logged once', async () => {
  const { load, lines, status } = await openFlooded();
  for (let at = 0; at < 5; at++) await status('/apix/quick/', '1');
  expect(load.stats()).toMatchObject({ refused: 5, limit: 20, inFlight: 20 });
  expect(lines.filter((line) => line.includes('overloaded'))).toHaveLength(1);
  const metrics = createMetrics();
  measureLoad(metrics, load);
  const text = await metrics.registry.metrics();
  for (const line of ['http_shed_total 5', 'http_in_flight 20', 'http_in_flight_limit 20'])
    expect(text).toContain(line);
});

test('calls are refused when they keep the event loop busy', async () => {
  const { status } = await open({ OVERLOAD_IN_FLIGHT_MAX: '1000', OVERLOAD_DELAY_MS: '10' });
  let isRefused = false;
  const client = async () => {
    while (!isRefused) if ((await status('/apix/busy/')) === 503) isRefused = true;
  };
  await Promise.all(Array.from({ length: 60 }, client));
  expect(await status('/healthz')).toBe(200);
});

test('calls that arrive together count together, although each ends at once', async () => {
  const { load, port } = await open();
  const sockets = Array.from({ length: 3 * inFlightMin }, () => net.connect(port, '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const ask = (path: string) =>
    sockets.map(async (socket) => {
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
      return String((await once(socket, 'data'))[0]).slice(9, 12);
    });
  // The server accepts one connection in each turn: they have to be open before.
  await Promise.all(ask('/page'));
  const replies = ask('/apix/quick/');
  const sentMs = performance.now();
  while (performance.now() - sentMs < 20);
  const statuses = await Promise.all(replies);
  expect(statuses.filter((status) => status === '503')).toHaveLength(load.stats().refused);
  expect(load.stats().refused).toBeGreaterThan(0);
  await expect.poll(() => load.stats().inFlight).toBe(0);
});
