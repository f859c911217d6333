// What a whole process sends to a collector of OpenTelemetry.
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import site from '#content/site.json' with { type: 'json' };
import { closeServer } from '#kernel/http/server.ts';
import { createLogger } from '#kernel/observability/logging.ts';
import { openKernel } from '#kernel/open-kernel.ts';
import { runSteps } from '#kernel/shutdown.ts';
import { buildApp, openAreas } from '../../src/app.ts';
import { readAppConfig } from '../../src/app-config.ts';
import { readDatabaseUrl, useDatabase } from '../database.ts';
import { type OtlpCollector, startOtlpCollector } from '../fakes/otlp-collector.ts';
import { startProgram } from '../processes/program.ts';
import type { ReceivedSpan } from '../readers/otlp.ts';

const database = useDatabase();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'weftline-test-'));
const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const email = 'ada.lovelace@example.com';
const route = '/apix/accounts/otp/request/';
const requestName = `POST ${route}`;

let collector: OtlpCollector;
const lines: Record<string, unknown>[] = [];
let requestId: string | null;

beforeAll(async () => {
  collector = await startOtlpCollector();
  await signIn();
});
afterAll(async () => {
  await collector.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** From the start of a process to its end; in between somebody asks for a code. */
async function signIn(): Promise<void> {
  const config = readAppConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: await readDatabaseUrl(database),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial',
  });
  const mailed = Promise.withResolvers<void>();
  const write = (line: string) => {
    lines.push(JSON.parse(line));
    if (lines.at(-1)?.msg === 'mail') mailed.resolve();
  };
  const log = createLogger(config, { write });
  const { kernel, closing } = await openKernel(config, log);
  const app = await buildApp(kernel, openAreas(kernel));
  await kernel.jobs.start();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${route}?source=s3cr3t-query`, {
    method: 'POST',
    headers: {
      traceparent: `00-${caller.traceId}-${caller.spanId}-01`,
      'content-type': 'application/json',
      'user-agent': 'Difference Engine',
      cookie: 'refresh=s3cr3t-cookie',
    },
    body: JSON.stringify({ email }),
  });
  expect(response.status).toBeLessThan(300);
  requestId = response.headers.get('x-request-id');
  await fetch(`http://127.0.0.1:${port}/readyz`);
  await mailed.promise;
  await closeServer(app);
  await runSteps(closing);
}

function findSpan(name: string): ReceivedSpan {
  const found = collector.spans.find((span) => span.name === name);
  if (!found) throw new Error(`No ${name} in ${collector.spans.map((span) => span.name)}`);
  return found;
}

test('a request continues the trace of its caller', () => {
  expect(findSpan(requestName)).toMatchObject({
    traceId: caller.traceId,
    parentId: caller.spanId,
    kind: 'server',
    isError: false,
    attributes: {
      'http.request.method': 'POST',
      'http.route': route,
      'http.response.status_code': expect.any(Number),
      'http.response.header.x-request-id': [requestId],
    },
  });
});

test('its statements are parts of it', () => {
  const { spanId } = findSpan(requestName);
  const statements = collector.spans.filter(({ parentId }) => parentId === spanId);
  const names = statements.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['BEGIN', 'INSERT mail', 'COMMIT']));
  expect(statements.find(({ name }) => name === 'INSERT mail')).toMatchObject({
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': 'INSERT',
      'db.collection.name': 'mail',
      'db.query.text': expect.stringContaining('values ($1'),
    },
  });
});

test('the job that it caused is in the same trace, and the mail that the job sent', () => {
  const job = findSpan('process mail.codes');
  const { traceId, spanId } = findSpan(requestName);
  expect(job).toMatchObject({ traceId, parentId: spanId, kind: 'consumer' });
  expect(findSpan('send mail')).toMatchObject({
    traceId,
    parentId: job.spanId,
    kind: 'client',
    isError: false,
    attributes: { 'mail.kind': 'accounts.sign_in_code' },
  });
});

test('log lines name their trace', () => {
  const { traceId } = caller;
  expect(lines.find(({ msg }) => msg === 'request')).toMatchObject({ trace_id: traceId });
  expect(lines.find(({ msg }) => msg === 'mail')).toMatchObject({ trace_id: traceId });
});

test('neither probes nor what the process does by itself begin a trace', () => {
  const roots = collector.spans.filter(({ kind }) => !['client', 'internal'].includes(kind));
  expect(roots.map(({ name }) => name)).not.toContain('GET /readyz');
  const ids = new Set(roots.map(({ traceId }) => traceId));
  expect(collector.spans.filter(({ traceId }) => !ids.has(traceId))).toEqual([]);
});

test('nothing that is sent says who asked, or is secret', () => {
  const sent = collector.text();
  expect(sent).toContain('INSERT mail');
  for (const secret of [
    email,
    'ada.lovelace',
    's3cr3t',
    'Difference Engine',
    '127.0.0.1',
    'of-the',
  ])
    expect(sent).not.toContain(secret);
});

test('the metrics are those of /metrics', () => {
  expect(collector.metricNames).toEqual(
    expect.arrayContaining([
      'http_request_duration_seconds',
      'database_statement_duration_seconds',
    ]),
  );
});

test('the collector learns which process it hears, and gets the headers of the operator', () => {
  expect(collector.headers.map(({ authorization }) => authorization)).toEqual(
    collector.headers.map(() => 'Bearer of-the-collector'),
  );
  expect(collector.resources[0]).toMatchObject({
    'service.name': site.name,
    'service.version': site.version,
    'service.instance.id': expect.any(String),
    'deployment.environment.name': 'trial',
  });
});

test('without a collector no package of OpenTelemetry is loaded', async () => {
  // prom-client loads the first of them by itself.
  expect(await loadedPackages({})).toEqual(['@opentelemetry/api']);
  const on = await loadedPackages({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    OTEL_METRICS_EXPORTER: 'none',
  });
  expect(on).toContain('@opentelemetry/sdk-trace');
});

async function loadedPackages(env: Record<string, string>): Promise<string[]> {
  const program = startProgram('open-telemetry.ts', [JSON.stringify(env)]);
  const found = await program.read<string[]>();
  await program.finish();
  return found;
}
