// OpenTelemetry's SDK. Only telemetry.ts loads this file, and only when telemetry is on.
import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { type DiagLogger, DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { minuteMs } from '#lib/durations.ts';
import type { Logger } from '../logging.ts';
import type { Metrics } from '../metrics.ts';
import type { Tracing } from '../spans.ts';
import { type TelemetryConfig, telemetryUrls } from '../telemetry-variables.ts';
import { bridgeMetrics } from './metric-bridge.ts';
import { traceOutboundCalls } from './outbound-calls.ts';
import { createSampler, createTracing } from './tracer.ts';

export type Telemetry = {
  /** Undefined when no traces are sent. */
  tracing: Tracing | undefined;
  /** Sends what waits, for at most `waitMs`. */
  close(waitMs?: number): Promise<void>;
};

export type TelemetryOptions = {
  config: TelemetryConfig;
  log: Pick<Logger, 'warn'>;
  metrics: Pick<Metrics, 'registry'>;
  /** This program. */
  about: { name: string; version: string };
};

const closeMs = 2000;
const reasonLengthMax = 500;

export function startTelemetry({ config, log, metrics, about }: TelemetryOptions): Telemetry {
  logProblems(log);
  const urls = telemetryUrls(config);
  const headers = config.OTEL_EXPORTER_OTLP_HEADERS;
  const resource = describeProcess(config, about);
  const traces = urls.traces
    ? new TracerProvider({
        resource,
        sampler: createSampler(config),
        spanProcessors: [
          new BatchSpanProcessor({
            exporter: new OTLPTraceExporter({ url: urls.traces, headers }),
          }),
        ],
      })
    : undefined;
  const meters = urls.metrics
    ? new MeterProvider({
        resource,
        readers: [
          new PeriodicExportingMetricReader({
            exporter: new OTLPMetricExporter({ url: urls.metrics, headers }),
            exportIntervalMillis: config.OTEL_METRIC_EXPORT_INTERVAL,
            exportTimeoutMillis: Math.min(config.OTEL_METRIC_EXPORT_INTERVAL, minuteMs / 2),
            metricProducers: [bridgeMetrics(metrics.registry, about)],
          }),
        ],
      })
    : undefined;
  const hosts = [urls.traces, urls.metrics].flatMap((url) => (url ? [new URL(url).host] : []));
  const stopCalls = traces ? traceOutboundCalls(new Set(hosts)) : () => {};
  return {
    tracing: traces && createTracing(traces.getTracer(about.name, about.version), config),
    async close(waitMs = closeMs) {
      stopCalls();
      const sent = Promise.allSettled([traces?.shutdown(), meters?.shutdown()]);
      // A collector that does not answer must not delay the end of the process.
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, waitMs);
      await Promise.race([sent, late.promise]);
      clearTimeout(timer);
    },
  };
}

/** What all telemetry of this process has in common; the operator's attributes win. */
function describeProcess(config: TelemetryConfig, about: TelemetryOptions['about']): Resource {
  return defaultResource().merge(
    resourceFromAttributes({
      'service.name': about.name,
      'service.version': about.version,
      'service.instance.id': randomUUID(),
      'host.name': os.hostname(),
      'process.pid': process.pid,
      ...config.OTEL_RESOURCE_ATTRIBUTES,
      ...(config.OTEL_SERVICE_NAME && { 'service.name': config.OTEL_SERVICE_NAME }),
    }),
  );
}

/** The SDK reports each failed export: one line a minute says as much. */
function logProblems(log: Pick<Logger, 'warn'>): void {
  let quietUntilMs = 0;
  const warn = (message: string) => {
    if (Date.now() < quietUntilMs) return;
    quietUntilMs = Date.now() + minuteMs;
    // Errors of exports arrive as JSON with their stack.
    const [, reason = message] = /"message":"([^"]*)"/.exec(message) ?? [];
    log.warn({ reason: reason.slice(0, reasonLengthMax) }, 'telemetry has a problem');
  };
  const quiet = () => undefined;
  const logger: DiagLogger = { error: warn, warn, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
