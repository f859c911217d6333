import http from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startHttpServer, type TestHttpServer } from '#test/fakes/http-server.ts';
import { recordSpans } from '#test/fakes/recorded-spans.ts';
import { runInSpan } from '../spans.ts';
import { traceOutboundCalls } from './outbound-calls.ts';

let server: TestHttpServer;
let recorded = recordSpans();
let stop = () => {};
beforeAll(async () => {
  server = await startHttpServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  recorded = recordSpans();
  server.reset();
  server.on('GET /v1/customers/42', { status: 200 });
  server.on('GET /v1/broken', { status: 503 });
  server.on('GET /v1/lost', 'drop');
  stop = traceOutboundCalls(new Set());
});
afterEach(() => stop());

const callByFetch = async (path: string) => {
  await fetch(server.url + path, { headers: { authorization: 'Bearer s3cr3t' } }).then(
    (response) => response.text(),
    () => undefined,
  );
};
const callByHttp = (path: string) =>
  new Promise<void>((resolve) => {
    const request = http.get(server.url + path, { headers: { authorization: 'Bearer s3cr3t' } });
    request.on('response', (response) => void text(response).then(() => resolve()));
    request.on('error', () => resolve());
  });

async function traced(act: () => Promise<void>) {
  const span = recorded.tracing.startTrace({ name: 'job', kind: 'consumer' });
  await runInSpan(span, act);
  span.end();
  return recorded.spans().filter(({ name }) => name !== 'job');
}

test.each([
  ['fetch', callByFetch],
  ['node:http', callByHttp],
])('a call by %s is a span with its host, status and nothing else', async (_, call) => {
  const [span, ...others] = await traced(() => call('/v1/customers/42?key=s3cr3t'));
  expect(others).toEqual([]);
  expect(span).toMatchObject({ name: 'GET', isError: false });
  expect(span?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'server.address': '127.0.0.1',
    'server.port': server.port,
    'url.scheme': 'http',
  });
});

test.each([
  ['fetch', callByFetch],
  ['node:http', callByHttp],
])('failed calls by %s are errors', async (_, call) => {
  const spans = await traced(async () => {
    await call('/v1/broken');
    await call('/v1/lost');
  });
  expect(spans).toMatchObject([
    { isError: true, attributes: { 'error.type': '503' } },
    { isError: true, attributes: { 'error.type': expect.stringMatching(/^(UND_ERR|ECONN)/) } },
  ]);
});

test('third parties do not learn of the trace', async () => {
  await traced(async () => {
    await callByFetch('/v1/customers/42');
    await callByHttp('/v1/customers/42');
  });
  const sent = server.calls.flatMap(({ headers }) => Object.keys(headers));
  expect(sent).toContain('authorization');
  expect(sent.filter((name) => /trace|baggage/.test(name))).toEqual([]);
});

test('calls without a trace and those to the collector are no spans', async () => {
  await callByFetch('/v1/customers/42');
  stop();
  stop = traceOutboundCalls(new Set([new URL(server.url).host]));
  expect(await traced(() => callByFetch('/v1/customers/42'))).toEqual([]);
  expect(await traced(() => callByHttp('/v1/customers/42'))).toEqual([]);
});
