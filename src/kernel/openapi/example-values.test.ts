import { describe, expect, it } from 'vitest';
import { createExample } from './example-values.ts';
import { generalExamples } from './general-examples.ts';

const none = { schemas: new Map(), examples: [generalExamples] };
const schemas = new Map([
  [
    'Node',
    {
      type: 'object',
      properties: {
        id: { type: 'string', format: 'uuid' },
        next: { $ref: '#/components/schemas/Node' },
      },
      required: ['id', 'next'],
    },
  ],
]);
const uuid = '7d0f4b0e-5a3c-4c1e-9b52-0f6a1c8e2d41';

describe('exampleOf', () => {
  it.each([
    [{ const: 'a' }, '', 'a'],
    [{ type: 'string', enum: ['x', 'y'], default: 'y' }, '', 'y'],
    [{ anyOf: [{ type: 'null' }, { type: 'string', format: 'date' }] }, '', '2026-12-01'],
    [{ type: 'string', pattern: '^[A-Z]{3}$' }, 'anything', 'EUR'],
    [{ type: 'string', pattern: '^[A-Z]{3}$' }, 'currency', 'EUR'],
    [{ type: 'integer', minimum: 5 }, '', 5],
    [{ type: 'integer', exclusiveMinimum: 0, maximum: 9 }, '', 1],
    [{ type: ['number', 'null'] }, '', 1],
    [{ type: 'boolean' }, '', true],
    [{ type: 'string', maxLength: 3 }, '', 'tex'],
    [{ type: 'array', items: { type: 'string' } }, 'names', ['my-first']],
  ])('%j called "%s" has the example %j', (schema, name, value) => {
    expect(createExample(schema, none, { name })).toEqual(value);
  });

  it('has the required fields of an object, or the first one, and none that is refused', () => {
    const text = { type: 'string' };
    const properties = { a: { not: {} }, b: text, c: text };
    expect(createExample({ type: 'object', properties, required: ['c'] }, none)).toEqual({
      c: 'text',
    });
    expect(createExample({ type: 'object', properties }, none)).toEqual({ b: 'text' });
  });

  it('ends where an object contains itself', () => {
    expect(createExample({ $ref: '#/components/schemas/Node' }, { ...none, schemas })).toEqual({
      id: uuid,
      next: {},
    });
  });

  it('takes no known value that the schema refuses', () => {
    expect(createExample({ type: 'string', enum: ['USD'] }, none, { name: 'currency' })).toBe(
      'USD',
    );
    expect(createExample({ type: 'integer' }, none, { name: 'name' })).toBe(1);
  });
});
