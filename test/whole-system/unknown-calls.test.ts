// What the API says about addresses and methods that it does not have.
import { expect, test } from 'vitest';
import { useApp } from '#test/harness.ts';

const t = useApp();

test('an unknown address names the calls that it resembles', async () => {
  const reply = await t.app.inject({ method: 'GET', url: '/apix/v2/billing/usage/?period=30d' });
  expect([reply.statusCode, reply.json()]).toEqual([
    404,
    expect.objectContaining({ detail: 'Not found.', code: 'not_found' }),
  ]);
  expect(reply.json().nearest[0]).toBe('GET /apix/billing/usage/');
});

test('clients for OpenAI get the same in their shape', async () => {
  const reply = await t.app.inject({ method: 'POST', url: '/apix/v1/audio/speach' });
  expect([reply.statusCode, reply.json()]).toMatchObject([
    404,
    {
      error: {
        code: 'not_found',
        nearest: expect.arrayContaining(['POST /apix/v1/audio/speech/']),
      },
    },
  ]);
});

test('a method that an address does not have is refused with those that it has', async () => {
  const reply = await t.app.inject({ method: 'DELETE', url: '/apix/billing/usage/' });
  expect([reply.statusCode, reply.headers.allow]).toEqual([405, 'GET, HEAD']);
  expect(reply.json()).toMatchObject({
    code: 'method_not_allowed',
    nearest: ['GET /apix/billing/usage/'],
  });
});

test('nothing is said about the calls of staff', async () => {
  for (const url of ['/apix/admin/user/', '/apix/admin/tickets/1/notes/x/', '/apix/leads/lead/']) {
    const { nearest = [] } = (await t.app.inject(url)).json() as { nearest?: string[] };
    expect(nearest.filter((name) => name.includes('/admin/'))).toEqual([]);
  }
  const { nearest } = (await t.app.inject({ method: 'PUT', url: '/apix/admin/audit/' })).json();
  expect(nearest).toEqual([]);
});
