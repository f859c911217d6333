import { expect, test } from 'vitest';
import { useApp } from '#test/harness.ts';

const t = useApp();

test('the document of the API stands at its address, to be read and nothing else', async () => {
  const document = await t.app.inject('/apix/schema/');
  expect(document.json()).toMatchObject({ openapi: '3.1.0', paths: expect.any(Object) });
  for (const method of ['POST', 'DELETE', 'OPTIONS'] as const) {
    const reply = await t.app.inject({ method, url: '/apix/schema/' });
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET, HEAD']);
  }
});

test('the reference reads it from there', async () => {
  const page = await t.app.inject('/docs/api');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('data-url="/apix/schema/"');
});
