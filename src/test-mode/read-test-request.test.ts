import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { readTestRequest } from './read-test-request.ts';

const read = (url: string, headers: Record<string, string> = {}) =>
  readTestRequest({ url, headers } as IncomingMessage);
const call = (url: string) => ({ kind: 'call', url });
const path = '/apix/payments/payments/?page=2';

test.each([
  ['a key in X-API-Key', { 'x-api-key': 'sk_test_abc' }],
  ['a key as bearer', { authorization: 'Bearer sk_test_abc' }],
  ['a key of another scheme', { authorization: 'Api-Key  sk_test_abc' }],
  ['a session that asks for it', { authorization: 'Bearer a.b.c', 'x-test-mode': 'true' }],
])('%s leads to test mode', (_, headers) => {
  expect(read(path, headers)).toEqual(call(path));
});

test.each([
  ['no credential', {}],
  ['a live key', { 'x-api-key': 'sk_live_abc' }],
  ['a session', { authorization: 'Bearer a.b.c' }],
  ['another value of the header', { 'x-test-mode': 'false' }],
])('%s is live', (_, headers) => {
  expect(read(path, headers)).toBeNull();
});

test('what exists once is live for a session, and refused for a key', () => {
  const session = { 'x-test-mode': 'true' };
  const key = { 'x-api-key': 'sk_test_abc' };
  for (const url of ['/apix/accounts/profile/', '/apix/support/tickets/', '/apix/status/?x=1']) {
    expect(read(url, session)).toBeNull();
    expect(read(url, key)).toEqual(call(url));
  }
  expect(read('/apix/data_customs/embed-keys/', session)).toBeNull();
});

test('a calculation that was shared in test mode is read there by anyone', () => {
  const path = '/apix/data_customs/shared/';
  expect(read(`${path}test~abc/`)).toEqual(call(`${path}test~abc/`));
  expect(read(`${path}abc/`)).toBeNull();
});

test('pages have no test mode, whatever is sent', () => {
  expect(read('/pricing', { 'x-test-mode': 'true', 'x-api-key': 'sk_test_abc' })).toBeNull();
});

test('addresses below /test lead to calls and pages without it', () => {
  expect(read('/test/pay/sandbox/1')).toEqual(call('/pay/sandbox/1'));
  expect(read('/test/apix/data_customs/pdf/x/?signature=y')).toEqual(
    call('/apix/data_customs/pdf/x/?signature=y'),
  );
  expect(read('/test/dashboard/plan')).toEqual({ kind: 'page', url: '/dashboard/plan' });
  expect(read('/testimonials')).toBeNull();
});
