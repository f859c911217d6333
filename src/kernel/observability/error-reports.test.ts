import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ErrorEvent } from './error-event.ts';
import { createErrorReports } from './error-reports.ts';
import { createMetrics } from './metrics.ts';

type Received = { url: string; headers: IncomingHttpHeaders; body: string };

let received: Received[] = [];
let answer: {
  status: number;
  headers?: Record<string, string>;
  after?: Promise<void>;
  onRequest?: () => void;
};
const server = createServer(async (request, response) => {
  const body = await text(request);
  answer.onRequest?.();
  received.push({ url: request.url ?? '', headers: request.headers, body });
  await answer.after;
  response.writeHead(answer.status, answer.headers).end();
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received = [];
  answer = { status: 200 };
});

const about = { requestId: 'r-1', method: 'POST', route: '/apix/tickets/:id/' };

function openReports(dsn: string | undefined = `http://key@127.0.0.1:${port}/sentry/7`) {
  const warnings: object[] = [];
  const metrics = createMetrics();
  const reports = createErrorReports({
    config: { SENTRY_DSN: dsn, NODE_ENV: 'production' },
    release: '1.2.3',
    log: { warn: (facts: object) => void warnings.push(facts) } as never,
    metrics,
  });
  const count = async (outcome: string) =>
    Number(
      new RegExp(`^error_reports_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(
        await metrics.registry.metrics(),
      )?.[1] ?? 0,
    );
  return { ...reports, warnings, count };
}
const readEvent = ({ body }: Received): ErrorEvent => {
  const [head, item, event] = body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([head.event_id, item.type]).toEqual([event.event_id, 'event']);
  return event;
};

test('an error of a call is sent with its stack, request and route', async () => {
  const { report, close, count } = openReports();
  const cause = Object.assign(new Error('duplicate key'), { name: 'DatabaseError' });
  report(Object.assign(new TypeError('no ticket', { cause }), { code: 'XX000' }), about);
  await close();
  const [one] = received as [Received];
  expect(one.url).toBe('/sentry/api/7/envelope/');
  expect(one.headers['x-sentry-auth']).toContain('sentry_key=key');
  const event = readEvent(one);
  expect(event).toMatchObject({
    level: 'error',
    release: '1.2.3',
    environment: 'production',
    transaction: 'POST /apix/tickets/:id/',
    tags: { request_id: 'r-1', route: '/apix/tickets/:id/', code: 'XX000' },
  });
  const [first, last] = event.exception.values;
  expect(first).toMatchObject({ type: 'DatabaseError', value: 'duplicate key' });
  expect(last).toMatchObject({ type: 'TypeError', value: 'no ticket' });
  expect(last?.stacktrace.frames.at(-1)).toMatchObject({
    filename: expect.stringMatching(/^src\/kernel\/observability\/error-reports\.test\.ts/),
    lineno: expect.any(Number),
    in_app: true,
  });
  expect(await count('sent')).toBe(1);
});

test('what a message quotes of a customer is left out', async () => {
  const { report, close } = openReports();
  const secrets = ['ada@example.com', 'hunter2', '203.0.113.9', 'https://x.example/t0ken', 'Kyiv'];
  const [mail, word, ip, url, city] = secrets;
  report(new Error(`Key (city)=(${city}) of ${mail} "${word}"\n    at ${ip} (${url}:1:2)`), {
    queue: 'mail.deliver',
    job: 'j-1',
    attempt: 4,
  });
  await close();
  const [one] = received as [Received];
  for (const secret of secrets) expect(one.body).not.toContain(secret);
  const event = readEvent(one);
  expect(event.exception.values[0]?.value).toMatch(/^Key \(…\)=\(…\) of … "…"/);
  expect(event).toMatchObject({ transaction: 'mail.deliver', tags: { job: 'j-1', attempt: '4' } });
});

test('thrown values that are no errors are reported without their content', async () => {
  const { report, close } = openReports();
  report('s3cr3t', about);
  report(undefined, about);
  await close();
  expect(received.map((one) => readEvent(one).exception.values[0]?.type)).toEqual([
    'string',
    'undefined',
  ]);
  expect(received[0]?.body).not.toContain('s3cr3t');
});

test('what does not fit into the queue is dropped, and nothing waits for it', async () => {
  const { report, close, count } = openReports();
  const gate = Promise.withResolvers<void>();
  answer = { status: 200, after: gate.promise };
  for (let at = 0; at < 60; at++) report(new Error('again'), about);
  expect(await count('dropped')).toBe(9);
  gate.resolve();
  await close(60_000);
  expect(await count('sent')).toBe(51);
});

test('an overloaded server is left alone for as long as it says', async () => {
  const { report, close, count } = openReports();
  answer = { status: 429, headers: { 'retry-after': '30' } };
  report(new Error('one'), about);
  await close();
  report(new Error('two'), about);
  await close();
  expect(received).toHaveLength(1);
  expect([await count('failed'), await count('dropped')]).toEqual([1, 1]);
});

test('a server that is away or refuses is logged without the address', async () => {
  // Nothing listens on port 1.
  for (const dsn of ['http://key@127.0.0.1:1/7', undefined]) {
    answer = { status: 500 };
    const { report, close, count, warnings } = openReports(dsn);
    report(new Error('one'), about);
    await close();
    expect(await count('failed')).toBe(1);
    expect(JSON.stringify(warnings)).not.toContain('127.0.0.1');
    expect(warnings).toHaveLength(1);
  }
});

test('closing gives up on a server that does not answer', async () => {
  const { report, close, count } = openReports();
  const gate = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  answer = { status: 200, after: gate.promise, onRequest: arrived.resolve };
  report(new Error('one'), about);
  report(new Error('two'), about);
  await arrived.promise;
  await close(0);
  gate.resolve();
  expect(await count('sent')).toBe(0);
});

test('without an address nothing is sent', async () => {
  const { report, close } = openReports('');
  report(new Error('one'), about);
  await close();
  expect(received).toEqual([]);
});
