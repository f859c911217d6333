import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { useApp } from '#test/harness.ts';

const t = useApp();

test('the OpenAPI document is served read-only', async () => {
  const document = await t.app.inject('/apix/schema/');
  expect(document.json()).toMatchObject({ openapi: '3.1.0', paths: expect.any(Object) });
  for (const method of ['POST', 'DELETE', 'OPTIONS'] as const) {
    const reply = await t.app.inject({ method, url: '/apix/schema/' });
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET, HEAD']);
  }
});

test('the OpenAPI document is compressed', async () => {
  const url = '/apix/schema/';
  const plain = await t.app.inject(url);
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  for (const [encoding, decompress] of [
    ['gzip', zlib.gunzipSync],
    ['br', zlib.brotliDecompressSync],
  ] as const) {
    const headers = { 'accept-encoding': encoding };
    const reply = await t.app.inject({ url, headers });
    expect(reply.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    expect(reply.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect(decompress(reply.rawPayload).equals(plain.rawPayload)).toBe(true);
    const again = await t.app.inject({ url, headers });
    expect(again.rawPayload.equals(reply.rawPayload)).toBe(true);
  }
});

test('a response of an area is compressed', async () => {
  const url = '/apix/billing/tariffs/';
  const plain = await t.app.inject(url);
  const reply = await t.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip' });
  expect(zlib.gunzipSync(reply.rawPayload)).toEqual(plain.rawPayload);
});
