import { CallError } from '#lib/call-error.ts';
import type { Endpoint, Events } from '#lib/endpoint.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import type { Call } from './call.ts';
import type { EventMark } from './event-stream.ts';

type EndpointEvent<E extends Endpoint> =
  E['responses'][200] extends Events<infer S> ? S['_zod']['output'] : never;

export type FollowOptions = {
  signal: AbortSignal;
  /** Connected without resuming: events from before the connection are lost. */
  onOpen?: () => void;
  /** Waits before the next connection; tests pass one that returns at once. */
  wait?: (delayMs: number, signal: AbortSignal) => Promise<void>;
};

const delayMsMin = 1_000;
const delayMsMax = 30_000;

const waitMs = (delayMs: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

// Repeating does not help a request with a client error, except for too many requests.
const isFinal = (error: unknown) =>
  !(error instanceof CallError) ||
  (error.status >= 400 && error.status < 500 && error.status !== 429);

/**
 * Events across connections: reconnects with increasing delays (1 s to 30 s) and resumes after the
 * last id. Ends when the signal aborts; throws on a client error.
 */
export async function* followEvents<const E extends Endpoint>(
  call: Call,
  endpoint: E,
  input: CallInput<E>,
  { signal, onOpen, wait = waitMs }: FollowOptions,
): AsyncGenerator<EndpointEvent<E>> {
  const mark: EventMark = {};
  let delayMs = delayMsMin;
  while (!signal.aborted) {
    try {
      const stream = await call(endpoint, input as never, { signal, eventMark: mark });
      if (mark.lastEventId === undefined) onOpen?.();
      for await (const event of stream as AsyncIterable<EndpointEvent<E>>) {
        delayMs = delayMsMin;
        yield event;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CallError && isFinal(error)) throw error;
    }
    if (signal.aborted) return;
    await wait(delayMs, signal);
    delayMs = Math.min(delayMs * 2, delayMsMax);
  }
}
