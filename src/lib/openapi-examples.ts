// The example of a body. Its values are with the fields of the schema, where they are not plain.
import { resolveSchema } from './openapi-refs.ts';
import type { MediaType, Schema, Schemas } from './openapi-types.ts';

/** Values that examples have: by field, the first that its schema allows, and of whole objects. */
export type ExampleValues = {
  fields: Readonly<Record<string, readonly unknown[]>>;
  /** Where fields belong together: by the name of the schema, then the field. */
  objects?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

export const exampleUuid = '7d0f4b0e-5a3c-4c1e-9b52-0f6a1c8e2d41';

/** Values of fields without an example of their own, by their format. */
export const examplesByFormat: Readonly<Record<string, string>> = {
  uuid: exampleUuid,
  date: '2026-12-01',
  'date-time': '2026-12-01T09:30:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  ipv4: '203.0.113.10',
};

export const listKinds = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;

/** The choice that examples show. */
export const findFirstChoice = ({ anyOf, oneOf }: Schema): Schema | undefined => {
  const choices = anyOf ?? oneOf;
  return choices?.find((one) => one.type !== 'null') ?? choices?.[0];
};

/** The fields that examples of an object have: without a required one, the first. */
export function exampleFields({ properties = {}, required = [] }: Schema): string[] {
  const names = Object.keys(properties).filter((name) => properties[name]?.not === undefined);
  const requiredNames = names.filter((name) => required.includes(name));
  return requiredNames.length > 0 ? requiredNames : names.slice(0, 1);
}

/** The value that the examples of the fields add up to. A cycle ends with an empty object. */
export function composeExample(
  unresolved: Schema,
  schemas: Schemas,
  inside: readonly string[] = [],
): unknown {
  const { $ref } = unresolved;
  if ($ref && inside.includes($ref)) return {};
  const path = $ref ? [...inside, $ref] : inside;
  const schema = resolveSchema(unresolved, schemas);
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  const choice = findFirstChoice(schema);
  if (choice) return composeExample(choice, schemas, path);
  const kinds = listKinds(schema);
  if (kinds.includes('null') && !schema.properties && !schema.items) return null;
  if (schema.enum) return schema.enum[0];
  if (schema.properties)
    return Object.fromEntries(
      exampleFields(schema).map((name) => [
        name,
        composeExample(schema.properties?.[name] ?? {}, schemas, path),
      ]),
    );
  return plainValue(schema, (items) => composeExample(items, schemas, path));
}

function plainValue(schema: Schema, compose: (items: Schema) => unknown): unknown {
  switch (listKinds(schema)[0]) {
    case 'array':
      return [compose(schema.items ?? {})];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'string':
      return examplesByFormat[schema.format ?? ''] ?? 'text';
    default:
      return {};
  }
}

/** Undefined for a body without a schema, such as raw bytes. */
export const exampleIn = ({ schema, example }: MediaType, schemas: Schemas): unknown =>
  example ?? (schema && composeExample(schema, schemas));
