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

test('the document for staff is read by staff only', async () => {
  const url = '/apix/schema/staff/';
  const statusFor = async (headers: Record<string, string>) =>
    (await t.app.inject({ url, headers })).statusCode;
  expect(await statusFor({})).toBe(401);
  const customer = await t.signIn('customer@example.com');
  expect(await statusFor(customer.headers)).toBe(403);
  const staff = await t.signIn('support@example.com', { roles: ['support'] });
  const response = await t.app.inject({ url, headers: staff.headers });
  expect(response.headers['cache-control']).toContain('private');
  expect(response.json().paths).toHaveProperty('/apix/admin/users/');
});

test('links of a document that is served lead to the site', async () => {
  const { info, servers } = (await t.app.inject('/apix/schema/')).json();
  expect(servers).toEqual([{ url: t.kernel.config.SITE_URL }]);
  expect(info.description).toContain(`](${t.kernel.config.SITE_URL}/docs/api/errors)`);
});
