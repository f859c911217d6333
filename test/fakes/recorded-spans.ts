// Tracing that keeps its spans in memory instead of sending them.
import { SpanStatusCode } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { readConfig } from '#kernel/config.ts';
import type { Tracing } from '#kernel/observability/spans.ts';
import { createSampler, createTracing } from '#kernel/observability/telemetry/tracer.ts';

export type RecordedSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  isError: boolean;
  attributes: Record<string, unknown>;
};

/** `env` are variables of OpenTelemetry. */
export function recordSpans(env: Record<string, string> = {}): {
  tracing: Tracing;
  /** Those that have ended, in the order of their ends. */
  spans(): RecordedSpan[];
} {
  const config = readConfig({ NODE_ENV: 'test', APP_SECRET: 'x'.repeat(32), ...env });
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({
    sampler: createSampler(config),
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  });
  return {
    tracing: createTracing(provider.getTracer('test'), config),
    spans: () =>
      exporter.getFinishedSpans().map((span) => ({
        name: span.name,
        traceId: span.spanContext().traceId,
        spanId: span.spanContext().spanId,
        parentId: span.parentSpanContext?.spanId,
        isError: span.status.code === SpanStatusCode.ERROR,
        attributes: span.attributes,
      })),
  };
}
