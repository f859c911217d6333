import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { ErrorDeclaration } from '#lib/endpoint.ts';
import { testModeErrors } from '#lib/test-mode-errors.ts';
import { readTestRequest } from './read-test-request.ts';

const read = (url: string, headers: Record<string, string> = {}) =>
  readTestRequest({ url, headers } as IncomingMessage);
const call = (url: string) => ({ kind: 'call', url });
const refused = (error: ErrorDeclaration) => ({ kind: 'refused', error });
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
  ['a session that says so', { authorization: 'Bearer a.b.c', 'x-test-mode': 'false' }],
  ['a live key that says so', { 'x-api-key': 'sk_live_abc', 'x-test-mode': 'false' }],
])('%s is live', (_, headers) => {
  expect(read(path, headers)).toBeNull();
});

test.each(['True', 'TRUE', '1', 'yes', 'on', 'maybe', '', 'true, true'])(
  'the value %j is refused with either kind of credential, and does not act live',
  (value) => {
    const credentials: Record<string, string>[] = [
      {},
      { 'x-api-key': 'sk_test_abc' },
      { authorization: 'Bearer a.b.c' },
    ];
    for (const headers of credentials)
      expect(read(path, { ...headers, 'x-test-mode': value })).toEqual(
        refused(testModeErrors.invalid),
      );
  },
);

test.each<Record<string, string>>([
  { 'x-api-key': 'sk_live_abc' },
  { authorization: 'ApiKey sk_live_abc' },
])('a live key in test mode is refused because of the mode: %o', (headers) => {
  const error = refused(testModeErrors.liveKeyInTestMode);
  expect(read(path, { ...headers, 'x-test-mode': 'true' })).toEqual(error);
  expect(read(`/test${path}`, headers)).toEqual(error);
});

test('what is of test mode is refused with a header that wants live mode', () => {
  const live = { 'x-test-mode': 'false' };
  const error = refused(testModeErrors.testKeyInLiveMode);
  expect(read(path, { ...live, 'x-api-key': 'sk_test_abc' })).toEqual(error);
  expect(read(path, { ...live, authorization: 'Bearer sk_test_abc' })).toEqual(error);
  expect(read(`/test${path}`, live)).toEqual(error);
});

test('an error is chosen in test mode only', () => {
  const chosen = { 'x-test-error': 'throttled' };
  expect(read(path, chosen)).toEqual(refused(testModeErrors.errorInLiveMode));
  expect(read(path, { ...chosen, 'x-test-mode': 'true' })).toEqual(call(path));
});

test('a calculation that was shared in test mode is read there by anyone', () => {
  const path = '/apix/data_customs/shared/';
  expect(read(`${path}test~abc/`)).toEqual(call(`${path}test~abc/`));
  expect(read(`${path}abc/`)).toBeNull();
});

test('pages have no test mode, whatever is sent', () => {
  expect(read('/pricing', { 'x-test-mode': 'True', 'x-api-key': 'sk_test_abc' })).toBeNull();
});

test('addresses below /test lead to calls and pages without it', () => {
  expect(read('/test/pay/sandbox/1')).toEqual(call('/pay/sandbox/1'));
  expect(read('/test/apix/data_customs/pdf/x/?signature=y')).toEqual(
    call('/apix/data_customs/pdf/x/?signature=y'),
  );
  expect(read('/test/dashboard/plan')).toEqual({ kind: 'page', url: '/dashboard/plan' });
  expect(read('/testimonials')).toBeNull();
});
