import { expect, test } from 'vitest';
import { z } from 'zod';
import { withAliases } from '#lib/field-aliases.ts';
import { fieldNames, ignoredFields } from './known-fields.ts';

const line = z.object({ price: z.string(), unit: z.string().optional() });
const order = z.object({
  title: z.string(),
  lines: z.array(line).default([]),
  extra: z.record(z.string(), z.unknown()).optional(),
  address: z.object({ city: z.string() }).nullable().optional(),
});

test('unknown fields are named by their path, inside lists and objects too', () => {
  const body = {
    title: 'a',
    colour: 'red',
    lines: [{ price: '1' }, { price: '2', size: 4 }],
    extra: { anything: 1 },
    address: { city: 'Oslo', street: 'x' },
  };
  expect(ignoredFields(order, body)).toEqual(['colour', 'lines.1.size', 'address.street']);
});

test('aliases and the input of pipes are known fields', () => {
  const aliased = withAliases({ name: 'title' }, order);
  expect(ignoredFields(aliased, { name: 'a', colour: 'red' })).toEqual(['colour']);
  expect(aliased.parse({ name: 'a' })).toMatchObject({ title: 'a' });
  expect(aliased.parse({ name: 'a', title: 'b' })).toMatchObject({ title: 'b' });
  expect(fieldNames(aliased)).toEqual(['title', 'lines', 'extra', 'address', 'name']);
  expect(ignoredFields(order.transform(Object.keys), { colour: 1 })).toEqual(['colour']);
});

test('for a union, the option that knows most fields counts', () => {
  const either = z.union([z.object({ id: z.int() }), line]);
  expect(ignoredFields(either, { price: '1', size: 2 })).toEqual(['size']);
  expect(fieldNames(either)).toBeNull();
});

test('a field that is always rejected is not offered', () => {
  const strict = order.extend({ rate: z.never().optional() });
  expect(fieldNames(strict)).toEqual(fieldNames(order));
  expect(ignoredFields(strict, { rate: 1 })).toEqual([]);
});

test('an object with a catchall ignores no field', () => {
  expect(ignoredFields(z.looseObject({ a: z.string() }), { a: '1', b: 2 })).toEqual([]);
});

test('at most 20 are listed', () => {
  const body = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, n]));
  expect(ignoredFields(order, body)).toHaveLength(20);
});
