import { expect, test } from 'vitest';
import {
  CallError,
  errorMessage,
  errorNumber,
  fieldMessages,
  firstMessage,
  overrideMessage,
} from './call-error.ts';
import { commonErrors } from './endpoint.ts';

test('the first general error comes before the errors of fields', () => {
  const body = { email: ['Enter a valid email address.'], non_field_errors: ['First.', 'Second.'] };
  expect(firstMessage(body)).toBe('First.');
});

test('without a general error the first message of the first field is shown', () => {
  expect(firstMessage({ email: ['One.', 'Two.'], otp: ['Three.'] })).toBe('One.');
});

test('a nested field gives its first sentence', () => {
  expect(firstMessage({ items: [{}, { unit_price: ['Enter a number.'] }] })).toBe(
    'Enter a number.',
  );
});

test('detail is shown whole, not by its first letter', () => {
  expect(firstMessage({ detail: 'Not found.', code: 'not_found' })).toBe('Not found.');
});

test('a failure of the server says what to do', () => {
  const body = { detail: 'A server error occurred.', code: 'error', request_id: 'x' };
  const message =
    'A server error occurred. Try again in a moment. If it happens again, write to our support.';
  expect(new CallError(500, body).message).toBe(message);
  expect(errorMessage(new CallError(500, body), 'Failed')).toBe(message);
  const away = { detail: 'The provider is away.', code: 'provider_unavailable' };
  expect(new CallError(503, away).message).toBe('The provider is away.');
});

test('a plain string is the message, and a page of HTML is none', () => {
  expect(firstMessage('Bad gateway')).toBe('Bad gateway');
  expect(firstMessage('<!DOCTYPE html><title>502</title>')).toBeUndefined();
  expect(firstMessage('')).toBeUndefined();
});

test('data beside the message is never taken for a field', () => {
  const data = {
    code: 'invalid_state',
    current_status: 'completed',
    retry_after: 3,
    request_id: 'abc',
    errors_meta: { a: 'b' },
    required: '12.00',
    available: '3.00',
    missing: ['rate'],
    resets_at: '2026-11-20T00:00:00Z',
    attempts_left: 4,
  };
  expect(firstMessage(data)).toBeUndefined();
  expect(fieldMessages({ ...data, name: ['Too short.'] })).toEqual({
    fields: { name: ['Too short.'] },
    general: [],
  });
});

test('field errors are collected per field, general ones apart', () => {
  const body = {
    non_field_errors: ['A.', 'B.'],
    phone: ['Please enter a valid phone number', 'Second.'],
    items: [{}, { price: ['Enter a number.'] }],
    detail: 'C.',
  };
  expect(fieldMessages(body)).toEqual({
    fields: {
      phone: ['Please enter a valid phone number', 'Second.'],
      items: ['Enter a number.'],
    },
    general: ['A.', 'B.', 'C.'],
  });
  expect(fieldMessages('Plain.')).toEqual({ fields: {}, general: ['Plain.'] });
  expect(fieldMessages(undefined)).toEqual({ fields: {}, general: [] });
});

test('a field named like a property of every object harms nobody', () => {
  const { fields } = fieldMessages(JSON.parse('{"__proto__":["x"]}'));
  expect(Object.keys(fields)).toEqual(['__proto__']);
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

test('the error\'s own message comes next, and "An error occurred" last', () => {
  expect(errorMessage(new Error('Own words.'))).toBe('Own words.');
  expect(errorMessage(undefined)).toBe('An error occurred');
  expect(errorMessage(new CallError(500, undefined))).toBe('An error occurred');
  expect(new CallError(400, { code: 'x' }).message).toBe('An error occurred');
});

test("the server's words come before the screen's fallback, and the fallback before silence", () => {
  expect(errorMessage(new CallError(400, { otp: ['Six digits.'] }), 'Failed')).toBe('Six digits.');
  expect(errorMessage(new CallError(500, undefined), 'Failed')).toBe('Failed');
  expect(errorMessage(new TypeError('x is undefined'), 'Failed')).toBe('Failed');
});

test('a call without an answer is an unexpected error', () => {
  expect(errorMessage(new CallError(0, undefined), 'Failed')).toBe('An unexpected error occurred');
});

test('staff who look at an account are told why nothing is saved, others what the screen says', () => {
  const { code, message } = commonErrors.impersonationReadOnly;
  const refused = new CallError(403, { detail: message, code });
  expect(overrideMessage(refused, 'Failed to save')).toBe(message);
  expect(overrideMessage(new CallError(400, { detail: 'No.' }), 'Failed to save')).toBe(
    'Failed to save',
  );
  expect(overrideMessage(new Error('x'), 'Failed to save')).toBe('Failed to save');
});

test('numbers beside the message are read, other things are not', () => {
  const error = new CallError(429, { detail: 'Wait.', retry_after: 42 });
  expect(errorNumber(error, 'retry_after')).toBe(42);
  expect(errorNumber(error, 'attempts_left')).toBeUndefined();
  expect(errorNumber(new Error('x'), 'retry_after')).toBeUndefined();
});
