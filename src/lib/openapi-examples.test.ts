import { describe, expect, it } from 'vitest';
import { composeExample } from './openapi-examples.ts';
import type { Schemas } from './openapi-types.ts';

const node = { $ref: '#/components/schemas/Node' };
const schemas: Schemas = {
  Node: {
    type: 'object',
    properties: { id: { type: 'string', format: 'uuid' }, next: node },
    required: ['id', 'next'],
  },
};
const text = { type: 'string' };

describe('composeExample', () => {
  it.each([
    [{ type: 'string', examples: ['Ada', 'Eve'] }, 'Ada'],
    [{ const: 'money' }, 'money'],
    [{ type: 'string', enum: ['open', 'closed'] }, 'open'],
    [{ type: ['string', 'null'] }, null],
    [{ type: ['array', 'null'], items: text }, ['text']],
    [{ anyOf: [{ type: 'null' }, { type: 'integer', minimum: 3 }] }, 3],
    [{ type: 'string', format: 'date' }, '2026-12-01'],
    [{ type: 'boolean' }, false],
    [{ type: 'object' }, {}],
  ])('%j has the example %j', (schema, value) => {
    expect(composeExample(schema, schemas)).toEqual(value);
  });

  it('has the required fields of all parts, and ends where an object contains itself', () => {
    const named = { type: 'object', properties: { name: text, note: text }, required: ['name'] };
    expect(composeExample({ allOf: [node, named] }, schemas)).toEqual({
      id: '7d0f4b0e-5a3c-4c1e-9b52-0f6a1c8e2d41',
      next: { id: '7d0f4b0e-5a3c-4c1e-9b52-0f6a1c8e2d41', next: {} },
      name: 'text',
    });
  });
});
