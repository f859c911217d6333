import Fastify, { type FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { createMetrics, type Metrics, measureRequests, mountMetrics } from './metrics.ts';

const METRICS_TOKEN = 'a token of the monitoring system';
const stranger = '203.0.113.9';
const notFound = { detail: 'Not found.', code: 'not_found' };
const apps: FastifyInstance[] = [];

function openApp(): {
  app: FastifyInstance;
  metrics: Metrics;
} {
  const metrics = createMetrics();
  const app = Fastify({ trustProxy: true });
  measureRequests(app, metrics);
  app.get('/tickets/:id/', async () => 'ticket');
  mountMetrics(app, { config: { METRICS_TOKEN }, metrics });
  apps.push(app);
  return { app, metrics };
}
const scrape = async (app: FastifyInstance) => (await app.inject('/metrics')).body;
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

test('requests are counted by method, route template and status, never by URL', async () => {
  const { app } = openApp();
  await app.inject('/tickets/one-address/');
  await app.inject('/tickets/other-address/');
  await app.inject('/nowhere/no-address');
  const text = await scrape(app);
  const count = 'http_request_duration_seconds_count';
  expect(text).toContain(`${count}{method="GET",route="/tickets/:id/",status="200"} 2`);
  expect(text).toContain(`${count}{method="GET",route="none",status="404"} 1`);
  expect(text).not.toContain('-address');
});

test('metrics of the process are included', async () => {
  expect(await scrape(openApp().app)).toContain('process_cpu_seconds_total');
});

test('two apps in one process have separate counts', async () => {
  const [one, other] = [openApp(), openApp()];
  await one.app.inject('/tickets/1/');
  expect(await scrape(other.app)).not.toContain('/tickets/:id/');
});

test('a gauge is read at each scrape', async () => {
  const { app, metrics } = openApp();
  let waiting = 3;
  metrics.addGauge({ name: 'mail_waiting', help: 'Mails to send.', read: () => waiting });
  expect(await scrape(app)).toContain('mail_waiting 3');
  waiting = 0;
  expect(await scrape(app)).toContain('mail_waiting 0');
});

test('a gauge drops labels that are no longer reported', async () => {
  const { app, metrics } = openApp();
  let jobs: Record<string, number> = { invoices: 2, digests: 1 };
  metrics.addGauge({ name: 'jobs_waiting', help: 'Jobs.', label: 'queue', read: async () => jobs });
  expect(await scrape(app)).toContain('jobs_waiting{queue="digests"} 1');
  jobs = { invoices: 5 };
  const text = await scrape(app);
  expect(text).toContain('jobs_waiting{queue="invoices"} 5');
  expect(text).not.toContain('digests');
});

test('a failing gauge is left out and does not affect others', async () => {
  const { app, metrics } = openApp();
  const read = () => Promise.reject(new Error('the database is away'));
  metrics.addGauge({ name: 'mail_waiting', help: 'Mails to send.', read });
  metrics.addGauge({ name: 'jobs_waiting', help: 'Jobs.', label: 'queue', read });
  metrics.addGauge({ name: 'streams_open', help: 'Streams.', read: () => 1 });
  const text = await scrape(app);
  expect(text).toContain('streams_open 1');
  expect(text).not.toMatch(/^(mail|jobs)_waiting/m);
});

test('names of gauges are unique', () => {
  const { metrics } = openApp();
  const gauge = { name: 'mail_waiting', help: 'Mails to send.', read: () => 1 };
  metrics.addGauge(gauge);
  expect(() => metrics.addGauge(gauge)).toThrow('mail_waiting');
});

test('an area can register its own counter', async () => {
  const { app, metrics } = openApp();
  const help = 'Sign-ins.';
  new Counter({ name: 'sign_ins_total', help, registers: [metrics.registry] }).inc(2);
  expect(await scrape(app)).toContain('sign_ins_total 2');
});

test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
  'a connection from %s needs no token',
  async (remoteAddress) => {
    const reply = await openApp().app.inject({ url: '/metrics', remoteAddress });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toContain('text/plain');
  },
);

test('a remote connection gets 404, whatever its headers', async () => {
  const { app } = openApp();
  for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }]) {
    const reply = await app.inject({ url: '/metrics', remoteAddress: stranger, headers });
    expect([reply.statusCode, reply.json()]).toEqual([404, notFound]);
  }
});

test('a request forwarded by a local proxy counts as remote', async () => {
  const headers = { 'x-forwarded-for': stranger };
  expect((await openApp().app.inject({ url: '/metrics', headers })).statusCode).toBe(404);
});

test('only the right token gives remote access', async () => {
  const { app } = openApp();
  const request = (authorization: string) =>
    app.inject({ url: '/metrics', remoteAddress: stranger, headers: { authorization } });
  expect((await request(`Bearer ${METRICS_TOKEN}`)).statusCode).toBe(200);
  expect((await request('Bearer another token entirely')).statusCode).toBe(404);
  expect((await request(METRICS_TOKEN)).statusCode).toBe(404);
});

test('without a configured token there is no remote access', async () => {
  const metrics = createMetrics();
  const app = Fastify();
  apps.push(app);
  mountMetrics(app, { config: { METRICS_TOKEN: undefined }, metrics });
  const headers = { authorization: 'Bearer undefined' };
  const reply = await app.inject({ url: '/metrics', remoteAddress: stranger, headers });
  expect(reply.statusCode).toBe(404);
});
