import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttpServer, type TestHttpServer } from '../fakes/http-server.ts';
import { createClient, isWorthRepeating } from './client.ts';

let server: TestHttpServer;
beforeAll(async () => {
  server = await startHttpServer();
});
afterAll(() => server.stop());
const get = { method: 'GET', path: '/' };

test('a call without an answer in time counts as hung', async () => {
  server.on('GET /', 'hang');
  const client = createClient([server.url], 50);
  expect(await client.send(get)).toBeNull();
  expect(client.counts).toMatchObject({ hung: ['GET /'], broken: 0 });
});

test('a broken connection is no hung call', async () => {
  server.on('GET /', 'drop');
  const client = createClient([server.url], 60_000);
  expect(await client.send(get)).toBeNull();
  expect(client.counts).toMatchObject({ hung: [], broken: 1 });
});

test.each([
  [200, 0],
  [409, 0],
  [502, 0],
  [503, 0],
  [401, 1],
  [500, 1],
])('of answers that no fault explains, %i counts as %i', async (status, count) => {
  server.on('GET /', { status, body: 'why' });
  const client = createClient([server.url], 60_000);
  await client.send(get);
  expect(client.counts.unexpected).toHaveLength(count);
});

const answer = (status: number, text = '') => ({
  status,
  text,
  headers: new Headers(),
  origin: '',
  sentMs: 0,
});

test('repeated is what may be answered otherwise later', () => {
  const inFlight = answer(409, '{"code":"idempotency_in_flight"}');
  for (const one of [null, inFlight, answer(429), answer(503)])
    expect(isWorthRepeating(one)).toBe(true);
  for (const one of [answer(201), answer(400), answer(409, '{"code":"idempotency_conflict"}')])
    expect(isWorthRepeating(one)).toBe(false);
});
