import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { CallError } from '#lib/call-error.ts';
import { endpoint, events } from '#lib/endpoint.ts';
import { createClient } from './call.ts';
import { type EventMark, readEvents } from './event-stream.ts';
import { followEvents } from './follow-events.ts';

const watchAll = endpoint({
  method: 'GET',
  path: '/apix/events/',
  summary: 'What happens',
  permission: 'user',
  work: 'none',
  responses: { 200: events(z.object({ n: z.int() })) },
});

const createStream = (chunks: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });

async function readAll(source: AsyncIterable<unknown>) {
  const all: unknown[] = [];
  for await (const each of source) all.push(each);
  return all;
}

test('events are read across chunks, comments and both line ends', async () => {
  const chunks = [
    ': open\n\nid: 7\nda',
    'ta: {"n"',
    ':1}\n',
    '\n: still here\n\nid: 8\r',
    '\ndata: {"n":2}\r\n\r\n',
  ];
  const mark: EventMark = {};
  expect(await readAll(readEvents(createStream(chunks), mark))).toEqual([{ n: 1 }, { n: 2 }]);
  expect(mark.lastEventId).toBe('8');
});

test('an event cut off by the end of the stream is not an event', async () => {
  const mark: EventMark = {};
  expect(await readAll(readEvents(createStream(['id: 1\ndata: {"n":1}\n']), mark))).toEqual([]);
  expect(mark.lastEventId).toBeUndefined();
});

test('a lost stream resumes after the last event, with increasing delays', async () => {
  const stop = new AbortController();
  const answers = [
    () => new Response('id: 1\ndata: {"n":1}\n\n'),
    () => new Response(null, { status: 503 }),
    () => Promise.reject(new TypeError('offline')),
    () => new Response('id: 2\ndata: {"n":2}\n\n'),
  ];
  const fetch = vi.fn(async (_: unknown, _init?: RequestInit) => {
    const next = answers.shift();
    return next ? next() : new Response('');
  });
  const waits: number[] = [];
  const onOpen = vi.fn();
  const wait = async (delayMs: number) => {
    waits.push(delayMs);
    if (waits.length === 4) stop.abort();
  };
  const followed = followEvents(
    createClient({ fetch }),
    watchAll,
    {},
    { signal: stop.signal, onOpen, wait },
  );
  expect(await readAll(followed)).toEqual([{ n: 1 }, { n: 2 }]);
  // The later connections resume behind an event.
  expect(onOpen).toHaveBeenCalledTimes(1);
  expect(waits).toEqual([1000, 2000, 4000, 1000]);
  const ids = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('last-event-id'));
  expect(ids).toEqual([null, '1', '1', '1']);
});

test('a refused stream is not retried', async () => {
  const fetch = async () => new Response('{"detail":"No."}', { status: 403 });
  const { signal } = new AbortController();
  const followed = followEvents(createClient({ fetch }), watchAll, {}, { signal });
  await expect(readAll(followed)).rejects.toThrow(CallError);
});
