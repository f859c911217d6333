import { expect, test } from 'vitest';
import { commonErrors, declareError } from '#lib/endpoint.ts';
import { apiError, InvalidInput, toErrorResponse } from '../errors.ts';
import { toErrorFormat } from './error-format.ts';

const format = (error: Error, path = '/apix/v1/audio/speech') =>
  toErrorFormat(toErrorResponse(error)!, {
    url: path,
    requestId: 'r1',
    siteUrl: 'https://x.example',
  });
const toHelpUrl = (code: string) => `https://x.example/docs/errors/${code}`;
const linkTo = (code: string) => `<${toHelpUrl(code)}>; rel="help"`;

test('errors of other paths end with the id of the request and the page that explains them', () => {
  const error = apiError(commonErrors.notFound);
  const body = format(error, '/apix/services/engines/');
  expect(body).toEqual({
    status: 404,
    headers: { link: linkTo('not_found') },
    body: {
      detail: 'Not found.',
      code: 'not_found',
      request_id: 'r1',
      help: toHelpUrl('not_found'),
    },
  });
  expect(Object.keys(body.body)[0]).toBe('detail');
});

test('a code without a page of its own leads to the list', () => {
  const error = apiError(declareError('only_for_staff', 409, 'Only staff get this.'));
  expect(format(error, '/apix/admin/things/').body.help).toBe('https://x.example/docs/errors');
});

test('errors by field keep their shape; the page that explains them is in a header', () => {
  const fields = { code: ['Enter the code.'], email: ['Enter a valid email address.'] };
  expect(format(new InvalidInput(fields), '/apix/leads/')).toEqual({
    status: 400,
    headers: { link: linkTo('invalid_input') },
    body: fields,
  });
});

test('a declared error keeps its code, data and headers', () => {
  expect(format(apiError(commonErrors.throttled, { retry_after: 3 }))).toEqual({
    status: 429,
    headers: { 'retry-after': '3', link: linkTo('throttled') },
    body: {
      error: {
        message: 'Request was throttled. Expected available in 3 seconds.',
        type: 'rate_limit_error',
        param: null,
        code: 'throttled',
        retry_after: 3,
        request_id: 'r1',
        help: toHelpUrl('throttled'),
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
    error: {
      message,
      type: 'invalid_request_error',
      param,
      code: null,
      request_id: 'r1',
      help: toHelpUrl('invalid_input'),
    },
  });
});
