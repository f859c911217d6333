// The trace that the running code belongs to. Without telemetry there is none, and nothing here costs
// more than the look at an empty store.
import { AsyncLocalStorage } from 'node:async_hooks';

/** By the names of OpenTelemetry's semantic conventions. Never values of customers or secrets. */
export type SpanAttributes = Record<string, string | number | boolean | string[]>;
export type SpanStart = {
  name: string;
  kind: 'server' | 'client' | 'consumer';
  attributes?: SpanAttributes;
};
export type SpanEnd = {
  attributes?: SpanAttributes;
  /** Why it failed, by a short name: an exception's type, a status, a code. Never a message. */
  errorType?: string | undefined;
};

export type Span = {
  traceId: string;
  spanId: string;
  /** As in the header of W3C Trace Context. */
  traceparent: string;
  /** Whether it is recorded. */
  isSampled: boolean;
  hasEnded(): boolean;
  startChild(about: SpanStart): Span;
  end(about?: SpanEnd): void;
};

export type Tracing = {
  /** Begins a trace, or continues the one of `traceparent` if that is valid. */
  startTrace(about: SpanStart, traceparent?: string): Span;
  /** Whether a request's `traceparent` counts. */
  continuesCallers: boolean;
};

const spans = new AsyncLocalStorage<Span>();

export const runInSpan = <T>(span: Span, act: () => T): T => spans.run(span, act);

/** Leaves the trace, for what must not be recorded. */
export const withoutSpan = <T>(act: () => T): T => spans.exit(act);

/**
 * A call or job that has ended is none: what it started, such as a timer or a connection, may live
 * for as long as the process.
 */
export function currentSpan(): Span | undefined {
  const span = spans.getStore();
  return span?.hasEnded() ? undefined : span;
}

/** Starts a part of the current trace, if that is recorded. The caller ends it. */
export function startSpan(describe: () => SpanStart): Span | undefined {
  const parent = currentSpan();
  return parent?.isSampled ? parent.startChild(describe()) : undefined;
}
