import { expect, test } from 'vitest';
import { commonErrors } from '#lib/endpoint.ts';
import { apiError, InvalidInput, toErrorResponse } from '../errors.ts';
import { toErrorFormat } from './error-format.ts';

const format = (error: Error, path = '/apix/v1/audio/speech') =>
  toErrorFormat(path, toErrorResponse(error)!);

test('errors of other paths stay as they are', () => {
  const error = apiError(commonErrors.notFound);
  expect(format(error, '/apix/services/engines/')).toEqual(toErrorResponse(error));
});

test('a declared error keeps its code, data and headers', () => {
  expect(format(apiError(commonErrors.throttled, { retry_after: 3 }))).toEqual({
    status: 429,
    headers: { 'retry-after': '3' },
    body: {
      error: {
        message: 'Request was throttled. Expected available in 3 seconds.',
        type: 'rate_limit_error',
        param: null,
        code: 'throttled',
        retry_after: 3,
      },
    },
  });
});

test('clients are told not to repeat calls over a quota', () => {
  const data = { metric: 'character', limit: 5, resets_at: null, retry_after: 900 } as const;
  expect(format(apiError(commonErrors.quotaExceeded, data))).toMatchObject({
    headers: { 'retry-after': '900', 'x-should-retry': 'false' },
    body: { error: { type: 'insufficient_quota', code: 'quota_exceeded', limit: 5 } },
  });
});

test.each([
  [{ input: ['Required.'], voice: ['Unknown.'] }, 'Required.', 'input'],
  [{ items: [{}, { price: ['Too much.'] }] }, 'Too much.', 'items'],
  [{ non_field_errors: ['Nothing fits.'] }, 'Nothing fits.', null],
])('of %j the first message is shown', (fields, message, param) => {
  expect(format(new InvalidInput(fields)).body).toEqual({
    error: { message, type: 'invalid_request_error', param, code: null },
  });
});
