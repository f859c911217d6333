import { describe, expect, it } from 'vitest';
import { countFields, describeField, describeType, listFields, objectsIn } from './fields.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const schemas = {
  Node: {
    type: 'object',
    properties: { id: { type: 'string' }, children: { type: 'array', items: ref('Node') } },
    required: ['id'],
  },
};
const options = { schemas, objects: new Set<string>() };

describe('typeOf', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: 'string', format: 'date-time' }, 'time (ISO 8601)'],
    [{ type: 'array', items: { type: 'integer' } }, 'list of integers'],
    [{ type: 'array', items: ref('Node') }, 'list of objects'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer or null'],
    [{ const: 'a' }, '"a"'],
    [{}, 'any value'],
  ])('%j is a %s', (schema, words) => {
    expect(describeType(schema, schemas)).toBe(words);
  });
});

describe('fieldOf', () => {
  it('says the bounds, the default and the values', () => {
    const schema = { type: 'integer', minimum: 1, maximum: 365, default: 7, description: 'Days.' };
    expect(describeField('days', schema, true, options)).toMatchObject({
      isRequired: true,
      limits: ['1 to 365', 'default `7`'],
      description: 'Days.',
    });
    const list = { type: 'array', maxItems: 2, items: { type: 'string', enum: ['a', 'b'] } };
    expect(describeField('kinds', list, false, options)).toMatchObject({
      limits: ['at most 2 items'],
      values: ['a', 'b'],
    });
  });

  it('leads to the object that has a page', () => {
    const linked = { schemas, objects: new Set(['Node']) };
    expect(describeField('root', ref('Node'), true, linked)).toMatchObject({
      object: 'Node',
      fields: [],
    });
  });
});

describe('fieldsOf', () => {
  it('expands an object that contains itself once', () => {
    const fields = listFields(ref('Node'), options);
    expect(fields.map(({ name }) => name)).toEqual(['id', 'children']);
    expect(fields[1]?.fields).toEqual([]);
    expect(countFields(fields)).toBe(2);
  });

  it('leaves out what is always refused', () => {
    const properties = { a: { not: {} }, b: { type: 'string' } };
    const fields = listFields({ type: 'object', properties }, options);
    expect(fields.map(({ name }) => name)).toEqual(['b']);
  });
});

it('finds the components that a schema refers to', () => {
  expect(objectsIn({ properties: { a: { items: ref('Node') }, b: ref('Node') } })).toEqual([
    'Node',
  ]);
});
