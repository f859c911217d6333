import { expect, test } from 'vitest';
import { CallError } from '#lib/call-error.ts';
import { noErrors, readFieldErrors } from './field-errors.ts';

test('errors are at their fields, those of goods at their lines', () => {
  const body = {
    price: { amount: ['A valid number is required.'] },
    items: [{}, { hs_code: ['Enter 4 to 10 digits of the tariff code.'] }],
  };
  expect(readFieldErrors(new CallError(400, body))).toEqual({
    fields: { price: 'A valid number is required.' },
    lines: [{}, { hs_code: 'Enter 4 to 10 digits of the tariff code.' }],
    general: [],
  });
});

test('an error of all lines belongs to no single line', () => {
  const error = new CallError(400, { items: ['Add at least one line.'] });
  expect(readFieldErrors(error)).toMatchObject({
    fields: { items: 'Add at least one line.' },
    lines: [],
  });
});

test('other errors belong to no field', () => {
  expect(readFieldErrors(new CallError(500, { detail: 'x' }))).toBe(noErrors);
  expect(readFieldErrors(new Error('x'))).toBe(noErrors);
});
