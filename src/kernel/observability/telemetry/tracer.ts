// Our spans on OpenTelemetry's.
import {
  defaultTextMapGetter,
  type Span as RecordedSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { Span, SpanStart, Tracing } from '../spans.ts';
import type { TelemetryConfig } from '../telemetry-variables.ts';

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;
const propagator = new W3CTraceContextPropagator();

export function createTracing(
  tracer: Tracer,
  { OTEL_PROPAGATORS }: Pick<TelemetryConfig, 'OTEL_PROPAGATORS'>,
): Tracing {
  return {
    continuesCallers: OTEL_PROPAGATORS.includes('tracecontext'),
    startTrace(about, traceparent) {
      const carrier = { traceparent };
      const above = propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
      return toSpan(tracer, tracer.startSpan(about.name, toOptions(about), above));
    },
  };
}

const toOptions = ({ kind, attributes = {} }: SpanStart) => ({ kind: kinds[kind], attributes });

function toSpan(tracer: Tracer, recorded: RecordedSpan): Span {
  const { traceId, spanId, traceFlags } = recorded.spanContext();
  const isSampled = (traceFlags & TraceFlags.SAMPLED) !== 0;
  let hasEnded = false;
  return {
    traceId,
    spanId,
    traceparent: `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
    isSampled,
    hasEnded: () => hasEnded,
    startChild(about) {
      const above = trace.setSpan(ROOT_CONTEXT, recorded);
      return toSpan(tracer, tracer.startSpan(about.name, toOptions(about), above));
    },
    end({ attributes, errorType } = {}) {
      if (hasEnded) return;
      hasEnded = true;
      if (attributes) recorded.setAttributes(attributes);
      if (errorType !== undefined) {
        recorded.setAttribute('error.type', errorType);
        recorded.setStatus({ code: SpanStatusCode.ERROR });
      }
      recorded.end();
    },
  };
}

export function createSampler({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: ratio,
}: Pick<TelemetryConfig, 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
