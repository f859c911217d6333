import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#lib/endpoint.ts';
import { compressResponses } from './compression.ts';
import { addEtags } from './etags.ts';

const words = 'the warp holds, the weft passes. '.repeat(200);
const json = { words };
const tagged = { method: 'GET', path: '/apix/tagged/' } as unknown as Endpoint;
const app = Fastify();

function* breakAfter(count: number) {
  for (let at = 0; at < count; at++) yield `${at} ${Math.random()}\n`;
  throw new Error('the database is away');
}

beforeAll(async () => {
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('vary', 'Authorization');
    done();
  });
  const send = (path: string, type: string, body: () => unknown) =>
    app.get(path, (_, reply) => reply.type(type).send(body()));
  send('/json', 'application/json; charset=utf-8', () => JSON.stringify(json));
  send('/short', 'application/json; charset=utf-8', () => '{"words":"few"}');
  send('/long', 'application/json', () => JSON.stringify({ ...json, long: words.repeat(10) }));
  send('/problem', 'application/problem+json', () => JSON.stringify(json));
  send('/picture', 'image/png', () => Buffer.from(words));
  send('/document', 'application/pdf', () => Buffer.from(words));
  send('/archive', 'application/zip', () => Buffer.from(words));
  send('/csv', 'text/csv; charset=utf-8', () => Readable.from([words, words]));
  send('/events', 'text/event-stream', () => Readable.from([`data: ${words}\n\n`]));
  send('/broken', 'text/csv', () => Readable.from(breakAfter(1)));
  send('/broken-late', 'text/csv', () => Readable.from(breakAfter(20_000)));
  app.get('/encoded', (_, reply) =>
    reply.type('text/plain').header('content-encoding', 'gzip').send(zlib.gzipSync(words)),
  );
  app.get(tagged.path, { config: { endpoint: tagged } }, (_, reply) => reply.send(json));
  addEtags(app, [tagged]);
  compressResponses(app);
});
afterAll(() => app.close());

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({
    method,
    url,
    headers: { 'accept-encoding': 'gzip, deflate, br, zstd', ...headers },
  });

describe('a text', () => {
  test.each(['gzip, deflate, br, zstd', 'gzip', 'br;q=0, *', 'GZIP;q=0.1'])(
    'goes out compressed to who takes %s',
    async (accepted) => {
      for (const url of ['/json', '/problem', '/long']) {
        const reply = await ask(url, { 'accept-encoding': accepted });
        expect(reply.headers).toMatchObject({
          'content-encoding': 'gzip',
          'content-length': String(reply.rawPayload.length),
          vary: 'Authorization, Accept-Encoding',
        });
        expect(reply.rawPayload.length).toBeLessThan(1000);
        expect(JSON.parse(zlib.gunzipSync(reply.rawPayload).toString())).toMatchObject(json);
      }
    },
  );

  test.each([{ 'accept-encoding': '' }, { 'accept-encoding': 'gzip;q=0, br' }])(
    'stays as it is for who takes it no other way: %s',
    async (headers) => {
      const reply = await ask('/json', headers);
      expect(reply.json()).toEqual(json);
      expect(reply.headers['content-encoding']).toBeUndefined();
      expect(reply.headers.vary).toBe('Authorization, Accept-Encoding');
    },
  );

  test('has the same headers for HEAD', async () => {
    for (const accepted of ['gzip', '']) {
      const headers = { 'accept-encoding': accepted };
      const [get, head] = [await ask('/json', headers), await ask('/json', headers, 'HEAD')];
      const { date: _, ...rest } = get.headers;
      expect(head.headers).toMatchObject(rest);
      expect(head.rawPayload.length).toBe(0);
    }
  });

  test('is compressed when it is streamed', async () => {
    const reply = await ask('/csv');
    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(reply.headers['content-length']).toBeUndefined();
    expect(zlib.gunzipSync(reply.rawPayload).toString()).toBe(words + words);
  });

  test('is aborted when its stream fails', async () => {
    const reply = await ask('/broken');
    expect([reply.statusCode, reply.headers['content-encoding']]).toEqual([500, undefined]);
    expect(reply.json()).toMatchObject({ message: 'the database is away' });
    await expect(ask('/broken-late')).rejects.toThrow();
  });

  test('is not sent again to a client that has it', async () => {
    const first = await ask(tagged.path);
    expect(first.headers.etag).toMatch(/^W\/"/);
    const again = await ask(tagged.path, { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers.vary).toBe('Authorization, Accept-Encoding');
    expect(again.headers['content-encoding']).toBeUndefined();
    const plain = await ask(tagged.path, { 'accept-encoding': '' });
    expect(`W/${plain.headers.etag}`).toBe(first.headers.etag);
  });
});

test.each(['/short', '/picture', '/document', '/archive', '/events'])(
  'what gains nothing by it goes out as it is: %s',
  async (url) => {
    const reply = await ask(url);
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect(reply.headers.vary).toBe('Authorization');
    expect(reply.body).toMatch(/words|warp/);
  },
);

test('a compressed response is not compressed again', async () => {
  const reply = await ask('/encoded');
  expect(zlib.gunzipSync(reply.rawPayload).toString()).toBe(words);
});
