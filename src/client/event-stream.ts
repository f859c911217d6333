// Server-sent events over fetch, because EventSource can't send an Authorization header.
import type { Endpoint, Events } from '#lib/endpoint.ts';
import type { CallInput } from '#lib/endpoint-calls.ts';
import type { Call } from './call.ts';
import { CallError } from './errors.ts';

export type StreamEvent = { id: string | undefined; data: unknown };

/** The id of the last event that was read: the next connection's `Last-Event-ID`. */
export type EventMark = { lastEventId?: string | undefined };

function readBlock(block: string): StreamEvent | undefined {
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    if (name === 'id') id = value;
    if (name === 'data') data.push(value ?? '');
  }
  return data.length === 0 ? undefined : { id, data: JSON.parse(data.join('\n')) };
}

/** Reads until the stream ends and marks each event's id. Leaving the loop ends the connection. */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  mark: EventMark = {},
): AsyncGenerator<unknown> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A chunk may end inside a line break: the lone CR waits for the next one.
      const blocks = rest.replace(/\r\n/g, '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const event of blocks.map(readBlock)) {
        if (!event) continue;
        if (event.id !== undefined) mark.lastEventId = event.id;
        yield event.data;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

type EventOf<E extends Endpoint> =
  E['responses'][200] extends Events<infer S> ? S['_zod']['output'] : never;

export type FollowOptions = {
  signal: AbortSignal;
  /** A connection stands that resumes nothing: what happened before it is not told any more. */
  onOpen?: () => void;
  /** Waits before the next connection; a test passes one that returns at once. */
  wait?: (delayMs: number, signal: AbortSignal) => Promise<void>;
};

const delayMsMin = 1_000;
const delayMsMax = 30_000;

const waitFor = (delayMs: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

// Another try can't help a request that is refused as it is; too many requests pass.
const isFinal = (error: unknown) =>
  !(error instanceof CallError) ||
  (error.status >= 400 && error.status < 500 && error.status !== 429);

/**
 * Events across connections: comes back after a lost one, resumes behind the last id, and waits
 * longer each time (1 s to 30 s). Ends when the signal aborts; throws when the call is refused.
 */
export async function* followEvents<const E extends Endpoint>(
  call: Call,
  endpoint: E,
  input: CallInput<E>,
  { signal, onOpen, wait = waitFor }: FollowOptions,
): AsyncGenerator<EventOf<E>> {
  const mark: EventMark = {};
  let delayMs = delayMsMin;
  while (!signal.aborted) {
    try {
      const stream = await call(endpoint, input as never, { signal, eventMark: mark });
      if (mark.lastEventId === undefined) onOpen?.();
      for await (const event of stream as AsyncIterable<EventOf<E>>) {
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
