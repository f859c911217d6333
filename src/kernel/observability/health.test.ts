import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import type { DatabaseReadiness } from '../database/readiness.ts';
import { createDrain } from '../http/drain.ts';
import { createHealthHandler, mountHealth } from './health.ts';

const apps: FastifyInstance[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

const ready = { database: true, writes: true, migrations: true, missing: [] };
const rest = { accepting: true, warnings: [] };

type Parts = Partial<Omit<Parameters<typeof mountHealth>[1], 'database'>>;

function openApp(state: DatabaseReadiness, parts: Parts = {}) {
  const app = Fastify();
  apps.push(app);
  mountHealth(app, {
    database: { checkReadiness: async () => state },
    jobs: { isStarting: () => false },
    clockWatch: { findFault: async () => null },
    ...parts,
  });
  return app;
}

test('a live process responds to /healthz and leaves other paths to the app', async () => {
  const answer = createHealthHandler({ 'x-content-type-options': 'nosniff' });
  const server = createServer((request, response) => {
    if (!answer(request, response)) response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ask = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method });
  const reply = await ask('/healthz');
  expect([reply.status, await reply.json()]).toEqual([200, { status: 'ok' }]);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  expect([(await ask('/healthz', 'HEAD')).status, (await ask('/')).status]).toEqual([200, 404]);
  expect((await ask('/healthz', 'POST')).status).toBe(404);
  server.close();
});

test('a process whose database works is ready', async () => {
  const reply = await openApp(ready).inject('/readyz');
  expect([reply.statusCode, reply.json()]).toEqual([200, { ...ready, ...rest }]);
  expect(reply.headers['cache-control']).toBe('no-store');
});

test('what is missing is named', async () => {
  const missing = ['The disk of the database is full.'];
  const reply = await openApp({ ...ready, writes: false, missing }).inject('/readyz');
  expect(reply.statusCode).toBe(503);
  expect(reply.json()).toEqual({ ...ready, ...rest, writes: false, missing });
});

test('a process that is about to stop is not ready', async () => {
  const drain = createDrain();
  const app = openApp(ready, { drain });
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  await drain.begin(0);
  const reply = await app.inject('/readyz');
  const missing = ['The process is about to stop.'];
  expect([reply.statusCode, reply.json()]).toEqual([
    503,
    { ...ready, ...rest, accepting: false, missing },
  ]);
});

test('a process whose job queues are being opened is not ready', async () => {
  const reply = await openApp(ready, { jobs: { isStarting: () => true } }).inject('/readyz');
  const missing = ['The job queues are being opened.'];
  expect([reply.statusCode, reply.json()]).toEqual([503, { ...ready, ...rest, missing }]);
});

test('a process whose clock is wrong is ready, with a warning', async () => {
  const fault = 'The clock of this process is 5 minutes behind that of the database.';
  const clockWatch = { findFault: async () => fault };
  const reply = await openApp(ready, { clockWatch }).inject('/readyz');
  expect([reply.statusCode, reply.json()]).toEqual([200, { ...ready, ...rest, warnings: [fault] }]);
});

test('a clock that cannot be compared is no warning', async () => {
  const clockWatch = { findFault: () => Promise.reject(new Error('no answer')) };
  const reply = await openApp(ready, { clockWatch }).inject('/readyz');
  expect([reply.statusCode, reply.json()]).toEqual([200, { ...ready, ...rest }]);
});
