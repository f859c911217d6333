import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { stopAccepting } from './drain.ts';
import { closeServer, createServer, type Timeouts } from './server.ts';

async function startServer(timeouts?: Timeouts) {
  const app = await createServer({
    config: readConfig({}),
    log: pino({ level: 'silent' }),
    ...(timeouts && { timeouts }),
  });
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  app.get('/slow/', () => answer);
  app.post('/upload/', async () => 'taken');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, resolve };
}

test('a request with two Host headers is refused', async () => {
  const { app, port } = await startServer();
  const request = async (hosts: string) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(`GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
    return (await text(socket)).slice(0, 12);
  };
  expect(await request('Host: a.example\r\n')).toBe('HTTP/1.1 200');
  expect(await request('Host: a.example\r\nHost: b.example\r\n')).toBe('HTTP/1.1 400');
  await closeServer(app);
});

test('a pending response is sent before the server closes', async () => {
  const { app, port, resolve } = await startServer();
  const request = once(app.server, 'request');
  const reply = fetch(`http://127.0.0.1:${port}/slow/`);
  await request;
  const closed = closeServer(app);
  resolve('done');
  expect(await (await reply).text()).toBe('done');
  await closed;
});

test('a connection that is idle when the server stops accepting ends with a response', async () => {
  const { app, port } = await startServer();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const get = async () => {
    const request = http.get({ host: '127.0.0.1', port, path: '/healthz', agent });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    await once(response.resume(), 'end');
    return [response.statusCode, response.headers.connection, request.reusedSocket];
  };
  expect(await get()).toEqual([200, 'keep-alive', false]);
  const stopped = stopAccepting(app, 60_000);
  await expect.poll(() => app.server.listening).toBe(false);
  expect(await get()).toEqual([200, 'close', true]);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  await stopped;
  await closeServer(app);
  agent.destroy();
});

test('the server does not wait longer for a connection on which nothing is sent', async () => {
  const { app, port } = await startServer();
  const connected = once(app.server, 'connection');
  const socket = net.connect(port, '127.0.0.1');
  const cut = once(socket, 'close');
  await connected;
  await stopAccepting(app, 20);
  expect(socket.closed).toBe(false);
  await closeServer(app);
  await cut;
});

test('connections that wait in the kernel when the server stops accepting get a response', async () => {
  const { app, port } = await startServer();
  const sockets = Array.from({ length: 20 }, () => net.connect(port, '127.0.0.1'));
  const answers = sockets.map(async (socket) => {
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    const [head] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return head.toString().split('\r\n', 1)[0];
  });
  const stopped = stopAccepting(app, 60_000);
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']));
  await stopped;
  await closeServer(app);
});

test('an upload that never ends is aborted', async () => {
  const { app, port } = await startServer();
  const request = once(app.server, 'request');
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const cut = once(socket, 'close');
  const head = 'POST /upload/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json';
  socket.write(`${head}\r\ncontent-length: 1000\r\n\r\n{`);
  await request;
  await closeServer(app, 20);
  await cut;
});

test('an unused connection does not keep the server open', async () => {
  const { app, port } = await startServer();
  const connected = once(app.server, 'connection');
  const socket = net.connect(port, '127.0.0.1');
  const cut = once(socket, 'close');
  await connected;
  await closeServer(app, 60_000);
  await cut;
});

describe('a slow client', () => {
  const short = { headers: 150, request: 300, keepAlive: 100, check: 20 };
  const uploadHead =
    'POST /upload/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000';

  /** Sends the lines, then a byte every 30 ms; gives what came until the server hung up. */
  async function trickle(port: number, head: string, byte: string): Promise<string> {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    let received = '';
    socket.on('data', (part) => {
      received += part;
    });
    socket.write(head);
    const timer = setInterval(() => socket.write(byte), 30);
    await new Promise((resolve) => socket.on('close', resolve));
    clearInterval(timer);
    return received;
  }

  test.each([
    ['headers without end', 'GET /slow/ HTTP/1.1\r\nhost: x\r\nx-a: ', 'a'],
    ['a body without end', `${uploadHead}\r\n\r\n{`, ' '],
    ['no request at all', '', ''],
  ])('is cut off: %s', async (_, head, byte) => {
    const { app, port } = await startServer(short);
    // What the client had not yet sent may reset the connection before it reads why.
    expect(await trickle(port, head, byte)).toMatch(/^HTTP\/1\.1 408 |^$/);
    await closeServer(app, 0);
  });

  test('closes a connection that sends no request', async () => {
    const { app, port } = await startServer(short);
    expect(await trickle(port, 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n', '')).toMatch(/ 200 /);
    await closeServer(app, 0);
  });

  test('gets a response that takes longer than the request timeout', async () => {
    const { app, port, resolve } = await startServer(short);
    const reply = fetch(`http://127.0.0.1:${port}/slow/`);
    await trickle(port, `${uploadHead}\r\n\r\n{`, ' ');
    resolve('done');
    expect(await (await reply).text()).toBe('done');
    await closeServer(app, 0);
  });

  test('has default timeouts for large uploads and for reverse proxies', async () => {
    const { app } = await startServer();
    const { headersTimeout, requestTimeout, keepAliveTimeout } = app.server;
    const recordingBytes = (26_214_400 * 4) / 3;
    expect(requestTimeout).toBeGreaterThan((recordingBytes * 8) / 1000);
    expect(headersTimeout).toBeLessThan(30_000);
    expect(keepAliveTimeout).toBeGreaterThan(65_000);
    await closeServer(app, 0);
  });
});
