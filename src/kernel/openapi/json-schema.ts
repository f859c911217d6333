// Turns schemas of zod into JSON schemas for an OpenAPI document.
import { z } from 'zod';
import type { ExampleValues } from '#lib/openapi-examples.ts';
import { generalExamples } from './general-examples.ts';

export type Json = Record<string, unknown>;

/** What the parts of a document have in common while it is made. */
export type Draft = {
  /** Its components/schemas. */
  schemas: Map<string, Json>;
  /** Whether it has the fields that only staff may use. */
  isForStaff: boolean;
  /** The messages of errors, by the name of their schema. */
  messages: Map<string, Set<string>>;
  examples: readonly ExampleValues[];
};

export type Audience = 'customers' | 'staff';

/** `examples` are those of the areas, beside the kernel's. */
export const createDraft = (
  audience: Audience,
  examples: readonly ExampleValues[] = [],
): Draft => ({
  schemas: new Map(),
  isForStaff: audience === 'staff',
  messages: new Map(),
  examples: [generalExamples, ...examples],
});

export const printSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input', unrepresentable: 'any' });

/** Moves schemas with `.meta({ id })` to the components of the draft. */
export function toJsonSchema(schema: z.ZodType, draft: Draft): Json {
  const printed = printSchema(schema);
  const {
    $schema: _,
    $defs,
    id,
    ...rest
  } = simplify(printed, draft) as Json & {
    $defs?: Record<string, Json>;
  };
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id: __, ...body } = definition;
    share(draft, name, body);
  }
  return typeof id === 'string' ? share(draft, id, rest) : rest;
}

/** Throws when two different schemas have the same name. */
export function share({ schemas }: Draft, name: string, schema: Json): Json {
  const known = schemas.get(name);
  if (known && JSON.stringify(known) !== JSON.stringify(schema))
    throw new Error(`Two schemas are called ${name}.`);
  schemas.set(name, schema);
  return { $ref: `#/components/schemas/${name}` };
}

const integerMax = Number.MAX_SAFE_INTEGER;
/** Of `.meta(fieldForStaff)`. */
export const staffMark = 'x-staff';

/** Points references to components and drops what only repeats a format or the integer range. */
function simplify(node: unknown, draft: Draft): unknown {
  if (Array.isArray(node)) return node.map((one) => simplify(one, draft));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
    if (key === staffMark) return [];
    if (key === 'pattern' && 'format' in node) return [];
    if (key === 'maximum' && value === integerMax) return [];
    if (key === 'minimum' && value === -integerMax) return [];
    if (key === '$ref') return [[key, String(value).replace('#/$defs/', '#/components/schemas/')]];
    if (key === 'properties') return [[key, simplify(ofAudience(value as Json, draft), draft)]];
    return [[key, simplify(value, draft)]];
  });
  return withNullAsType(withNamedKeys(withoutUnknownRequired(Object.fromEntries(entries))));
}

const ofAudience = (properties: Json, { isForStaff }: Draft): Json =>
  Object.fromEntries(
    Object.entries(properties).filter(([, schema]) => isForStaff || !(schema as Json)[staffMark]),
  );

function withoutUnknownRequired(schema: Json): Json {
  const { properties, required } = schema as { properties?: Json; required?: string[] };
  if (!properties || !Array.isArray(required)) return schema;
  return { ...schema, required: required.filter((name) => name in properties) };
}

/** A record whose keys are known, as the object that it is. */
function withNamedKeys(schema: Json): Json {
  const { propertyNames, additionalProperties, ...rest } = schema as Json & {
    propertyNames?: { enum?: string[] };
  };
  if (!propertyNames?.enum || !rest.required) return schema;
  return {
    ...rest,
    properties: Object.fromEntries(propertyNames.enum.map((key) => [key, additionalProperties])),
  };
}

/** "A text or null" as one type, instead of a choice of two schemas. */
function withNullAsType(schema: Json): Json {
  const { anyOf, ...rest } = schema as { anyOf?: Json[] } & Json;
  const [value, nothing] = anyOf ?? [];
  if (anyOf?.length !== 2 || !value || nothing?.type !== 'null') return schema;
  if (Object.keys(value).length === 0) return rest;
  if (typeof value.type !== 'string' || 'const' in value) return schema;
  return {
    ...value,
    type: [value.type, 'null'],
    ...(Array.isArray(value.enum) && { enum: [...value.enum, null] }),
    ...rest,
  };
}
