// The messages of invalid bodies, over all contracts.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldErrors, parseInput } from '#kernel/http/input/field-errors.ts';
import { listEndpoints } from '#lib/api-description.ts';
import { isObject } from '#lib/is-object.ts';
import { contracts } from '../../src/contracts.ts';

const bodies = listEndpoints(contracts).flatMap(({ name, endpoint: { body } }) =>
  body && body !== 'raw' ? [{ name, body }] : [],
);
type Body = (typeof bodies)[number]['body'];

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] };
const describeBody = (body: Body) =>
  z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

const listErrors = (body: Body, value: unknown): Record<string, unknown> => {
  const read = parseInput(body, value);
  return read.success ? {} : fieldErrors(read.issues);
};

test('an empty body names each required field as required', () => {
  for (const { name, body } of bodies) {
    const { required = [] } = describeBody(body);
    const errors = listErrors(body, {});
    for (const field of required)
      expect(errors[field], `${name} ${field}`).toEqual(['This field is required.']);
  }
});

test('a body without its variant names the field that chooses it, and the others that are wrong', () => {
  expect(listErrors(contracts.payments.createWithdrawal.body, {})).toEqual({
    amount: ['This field is required.'],
    destination: ['This field is required.'],
  });
  expect(listErrors(contracts.payments.createWithdrawal.body, { destination: 'cash' })).toEqual({
    amount: ['This field is required.'],
    destination: ['"cash" is not a valid choice.'],
  });
});

const wrongValues = [
  null,
  true,
  -5,
  1e300,
  '',
  ' ',
  'x',
  '-5',
  '0',
  'x'.repeat(30_000),
  [],
  [{}],
  {},
];

/** Lists of messages at any depth. */
function listMessages(errors: unknown): string[][] {
  if (Array.isArray(errors) && errors.every((one) => typeof one === 'string')) return [errors];
  if (Array.isArray(errors)) return errors.flatMap(listMessages);
  return isObject(errors) ? Object.values(errors).flatMap(listMessages) : [];
}

test('no field has a message twice, whatever is wrong', () => {
  for (const { name, body } of bodies) {
    const fields = Object.keys(describeBody(body).properties ?? {});
    for (const value of wrongValues) {
      const errors = listErrors(body, Object.fromEntries(fields.map((field) => [field, value])));
      for (const messages of listMessages(errors))
        expect(new Set(messages).size, `${name} ${messages[0]}`).toBe(messages.length);
    }
  }
});
