import { expect, test } from 'vitest';
import { composeExample } from '#lib/openapi-examples.ts';
import type { Schema, Schemas } from '#lib/openapi-types.ts';
import { placeExample } from './place-examples.ts';

const createSchemas = (): Schemas => ({
  Key: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      created_at: { type: 'string', format: 'date-time' },
      scopes: { type: 'array', items: { type: 'string' } },
      limits: { type: ['object', 'null'], properties: { day: { type: 'integer' } } },
    },
    required: ['name', 'created_at', 'scopes', 'limits'],
  },
});
const page: Schema = {
  type: 'object',
  properties: { results: { type: 'array', items: { $ref: '#/components/schemas/Key' } } },
  required: ['results'],
};
const key = {
  name: 'production',
  created_at: '2026-12-01T09:30:00Z',
  scopes: ['customs'],
  limits: { day: 500 },
};

test('the values of an example are with the fields, and add up to it again', () => {
  const schemas = createSchemas();
  placeExample(page, { results: [key] }, schemas);
  expect(composeExample(page, schemas)).toEqual({ results: [key] });
  expect(schemas.Key?.properties?.name).toEqual({ type: 'string', examples: ['production'] });
  // What its type says already needs no example.
  expect(schemas.Key?.properties?.created_at).not.toHaveProperty('examples');
});

test('the first value of a field stays', () => {
  const schemas = createSchemas();
  placeExample(page, { results: [key] }, schemas);
  placeExample({ $ref: '#/components/schemas/Key' }, { ...key, name: 'another' }, schemas);
  expect(schemas.Key?.properties?.name?.examples).toEqual(['production']);
});

test('null and lists that are not of one item are values of their own', () => {
  const schemas = createSchemas();
  const other = { ...key, scopes: [], limits: null };
  placeExample({ $ref: '#/components/schemas/Key' }, other, schemas);
  expect(composeExample({ $ref: '#/components/schemas/Key' }, schemas)).toEqual(other);
});
