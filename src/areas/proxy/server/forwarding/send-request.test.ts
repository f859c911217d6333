import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInSpan } from '#kernel/observability/spans.ts';
import { traceOutboundCalls } from '#kernel/observability/telemetry/outbound-calls.ts';
import { createAddressGuard } from '#kernel/outbound/address-guard.ts';
import { startHttpServer, type TestHttpServer } from '#test/fakes/http-server.ts';
import { recordSpans } from '#test/fakes/recorded-spans.ts';
import { sendRequest } from './send-request.ts';

let site: TestHttpServer;
beforeAll(async () => {
  site = await startHttpServer();
});
afterAll(() => site.stop());

test('a trace does not say which sites customers reach', async () => {
  site.on('GET /', { status: 200 });
  const { tracing, spans } = recordSpans();
  const stop = traceOutboundCalls(new Set());
  const job = tracing.startTrace({ name: 'job', kind: 'consumer' });
  const guard = createAddressGuard({ allowPrivate: true });
  const about = { proxy: null, timeoutMs: 30_000, bodyBytesMax: 100, guard, targetGuard: guard };
  const { status } = await runInSpan(job, () => sendRequest({ ...about, url: new URL(site.url) }));
  job.end();
  stop();
  expect(status).toBe(200);
  expect(spans().map(({ name }) => name)).toEqual(['job']);
});
