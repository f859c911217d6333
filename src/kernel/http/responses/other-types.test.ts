// A 200 response in another type than that of the contract's schema.
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bytes, endpoint, events } from '#lib/endpoint.ts';
import { createTestApi, useKernel } from '#test/test-kernel.ts';
import type { Api } from '../api.ts';
import { mount, respond } from '../mount.ts';

const t = useKernel();
let api: Api;
const plain = 'text/plain; charset=utf-8';
const text = endpoint({
  method: 'POST',
  path: '/apix/text/',
  summary: 'Text',
  permission: 'public',
  work: 'none',
  body: z.object({ as: z.string() }),
  responses: { 200: z.object({ text: z.string() }) },
  otherTypes: [bytes(plain), events(z.object({ part: z.string() }))],
});

async function* parts() {
  yield { part: 'a' };
  yield { part: 'b' };
}

beforeAll(async () => {
  api = await createTestApi(t.kernel);
  mount(api, text, ({ body }) => {
    if (body.as === 'text') return respond(200, 'ab', { 'content-type': plain });
    if (body.as === 'events') return respond(200, parts(), { 'content-type': 'text/event-stream' });
    if (body.as === 'unknown') return respond(200, 'ab', { 'content-type': 'text/html' });
    return respond(200, { text: 'ab' });
  });
});
const ask = (as: string, headers = {}) =>
  api.app.inject({ method: 'POST', url: text.path, payload: { as }, headers });

test('is sent as the handler names it', async () => {
  const replies = await Promise.all(['json', 'text', 'events'].map((as) => ask(as)));
  expect(replies.map(({ headers }) => headers['content-type'])).toEqual([
    'application/json; charset=utf-8',
    plain,
    'text/event-stream',
  ]);
  const [json, words, stream] = replies.map(({ body }) => body);
  expect([json, words]).toEqual(['{"text":"ab"}', 'ab']);
  expect(stream!.match(/data: .*/g)).toEqual(['data: {"part":"a"}', 'data: {"part":"b"}']);
});

test('has to be declared', async () => {
  expect((await ask('unknown')).statusCode).toBe(500);
});

test('text is sent again for the same Idempotency-Key, a stream is not', async () => {
  const [first, again] = [
    await ask('text', { 'idempotency-key': 'text' }),
    await ask('text', { 'idempotency-key': 'text' }),
  ];
  expect([again.body, again.headers['content-type']]).toEqual([
    first.body,
    first.headers['content-type'],
  ]);
  await ask('events', { 'idempotency-key': 'events' });
  const refused = await ask('events', { 'idempotency-key': 'events' });
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'idempotency_too_large']);
});
