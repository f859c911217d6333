import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createHealthHandler, mountHealth } from './health.ts';

const apps: FastifyInstance[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

function openApp(state: { isAnswering: boolean; isMigrated: boolean }) {
  const app = Fastify();
  apps.push(app);
  const query = async () => {
    if (!state.isAnswering) throw new Error('connect ECONNREFUSED');
  };
  const isReady = async () => state.isAnswering && state.isMigrated;
  mountHealth(app, { database: { pool: { query } as never, isReady } });
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

test.each([
  { isAnswering: true, isMigrated: true, status: 200, body: { database: true, migrations: true } },
  {
    isAnswering: true,
    isMigrated: false,
    status: 503,
    body: { database: true, migrations: false },
  },
  {
    isAnswering: false,
    isMigrated: true,
    status: 503,
    body: { database: false, migrations: false },
  },
])('readiness is $status for $body', async ({ status, body, ...state }) => {
  const reply = await openApp(state).inject('/readyz');
  expect([reply.statusCode, reply.json()]).toEqual([status, body]);
  expect(reply.headers['cache-control']).toBe('no-store');
});
