// Moves the values of an example to the fields that they are of, each to its only place. Renderers
// of the document, generators of clients and our reference compose bodies of them.
import { composeExample, findFirstChoice } from '#lib/openapi-examples.ts';
import { refName } from '#lib/openapi-refs.ts';
import type { Schema, Schemas } from '#lib/openapi-types.ts';
import type { Json } from './json-schema.ts';

type Writable = Schema & { examples?: readonly unknown[] };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first example of a field stays. Plain values, which its type says already, are left out. */
export function placeExample(unresolved: Schema, value: unknown, schemas: Schemas): void {
  const schema = unresolved.$ref ? schemas[refName(unresolved.$ref)] : unresolved;
  if (!schema || schema.examples) return;
  const parts = schema.allOf ?? [];
  for (const part of parts) placeExample(part, value, schemas);
  const choice = findFirstChoice(schema);
  const { properties, items } = schema;
  if (choice && value !== null) placeExample(choice, value, schemas);
  else if (properties && isObject(value)) {
    for (const [name, field] of Object.entries(properties))
      if (name in value) placeExample(field, value[name], schemas);
  } else if (items && Array.isArray(value) && value.length === 1)
    placeExample(items, value[0], schemas);
  else if (parts.length === 0 && differs(schema, value, schemas))
    (schema as Writable).examples = [value];
}

const differs = (schema: Schema, value: unknown, schemas: Schemas) =>
  JSON.stringify(composeExample(schema, schemas)) !== JSON.stringify(value);

type Media = { schema?: Schema; example?: unknown };
type Part = { content?: Readonly<Record<string, Media>> };
type Operation = { responses: Readonly<Record<string, Part>> };

/** Changes the responses in the paths, and the schemas. */
export function placeExamples(paths: Readonly<Record<string, Json>>, schemas: Schemas): void {
  for (const { responses } of Object.values(paths).flatMap(Object.values) as Operation[])
    for (const media of Object.values(responses).flatMap(({ content = {} }) =>
      Object.values(content),
    )) {
      if (media.schema && media.example !== undefined)
        placeExample(media.schema, media.example, schemas);
      delete media.example;
    }
}
