import { afterEach, expect, test } from 'vitest';
import { type OtlpCollector, startOtlpCollector } from '#test/fakes/otlp-collector.ts';
import { readConfig } from '../config.ts';
import { createMetrics } from './metrics.ts';
import { openTelemetry } from './telemetry.ts';
import { telemetryUrls } from './telemetry-variables.ts';

const secret = { NODE_ENV: 'test', APP_SECRET: 'x'.repeat(32) };
let collector: OtlpCollector | undefined;
afterEach(() => collector?.stop());

const readUrls = (env: Record<string, string>) => telemetryUrls(readConfig({ ...secret, ...env }));
const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com:4318/' };

function open(env: Record<string, string>) {
  const lines: object[] = [];
  const log = { warn: (facts: object) => void lines.push(facts) } as never;
  const config = readConfig({ ...secret, ...env });
  const about = { name: 'trial', version: '1' };
  return openTelemetry({ config, log, metrics: createMetrics(), about });
}

test('it is on with an address, each kind by itself', () => {
  const of = (kind: string) => `https://collector.example.com:4318/v1/${kind}`;
  const off = { traces: undefined, metrics: undefined };
  expect(readUrls({})).toEqual(off);
  expect(readUrls({ OTEL_SERVICE_NAME: 'web' })).toEqual(off);
  expect(readUrls(base)).toEqual({ traces: of('traces'), metrics: of('metrics') });
  expect(readUrls({ ...base, OTEL_SDK_DISABLED: 'true' })).toEqual(off);
  expect(readUrls({ ...base, OTEL_METRICS_EXPORTER: 'none' })).toMatchObject({
    metrics: undefined,
  });
  expect(readUrls({ ...base, OTEL_TRACES_EXPORTER: 'none' })).toMatchObject({ traces: undefined });
  const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = 'https://traces.example.com/as-it-is';
  expect(readUrls({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT })).toEqual({
    traces: OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    metrics: undefined,
  });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'place=%zz'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '10%'],
  ['OTEL_PROPAGATORS', 'b3'],
])('%s=%s stops the start', (name, value) => {
  expect(() => readConfig({ ...secret, [name]: value })).toThrow(`${name}: must be`);
});

test('a collector that does not respond does not hold the end of the process', async () => {
  collector = await startOtlpCollector({ hangs: true });
  const telemetry = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  telemetry.tracing?.startTrace({ name: 'call', kind: 'server' }).end();
  await telemetry.close(10);
  expect(telemetry.tracing?.continuesCallers).toBe(true);
});

test('callers are not listened to without a propagator', async () => {
  const telemetry = await open({
    ...base,
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_PROPAGATORS: 'none',
  });
  expect(telemetry.tracing?.continuesCallers).toBe(false);
  await telemetry.close();
});
