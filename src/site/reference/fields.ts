// A schema as a list of fields in words.
import { formatCount } from '#lib/format.ts';
import { refName, resolveSchema } from '#lib/openapi-refs.ts';
import type { Schema, Schemas } from '#lib/openapi-types.ts';

export type Field = {
  name: string;
  /** In words: "list of objects". */
  type: string;
  isRequired: boolean;
  /** Bounds, default and format, in words. */
  limits: readonly string[];
  /** The values of an enumeration. */
  values: readonly string[];
  description: string | undefined;
  fields: readonly Field[];
  /** The object of the reference that has its fields. */
  object?: string;
};

export type FieldOptions = {
  schemas: Schemas;
  /** Objects with a page of their own: their fields are not repeated. */
  objects: ReadonlySet<string>;
};

const kindNames: Record<string, string> = {
  integer: 'integer',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
  object: 'object',
  array: 'list',
};

const formatNames: Record<string, string> = {
  date: 'date',
  'date-time': 'time (ISO 8601)',
  uuid: 'UUID',
  email: 'email address',
  uri: 'URL',
  binary: 'file',
};

const listChoices = ({ anyOf, oneOf }: Schema) => anyOf ?? oneOf;
const listKinds = ({ type }: Schema) =>
  type === undefined ? [] : typeof type === 'string' ? [type] : [...type];

const unique = (words: readonly string[]) => [...new Set(words)];

/** The type in words: "string or null". */
export function describeType(unresolved: Schema, schemas: Schemas): string {
  const schema = resolveSchema(unresolved, schemas);
  const choices = listChoices(schema);
  if (choices) return unique(choices.map((one) => describeType(one, schemas))).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum && schema.type === undefined) return 'string';
  const formatted = formatNames[schema.format ?? ''];
  const kinds = listKinds(schema).map((kind) => {
    if (kind === 'string' && formatted) return formatted;
    if (kind === 'array') return `list of ${toPlural(schema.items ?? {}, schemas)}`;
    return kindNames[kind] ?? kind;
  });
  return unique(kinds).join(' or ') || 'any value';
}

function toPlural(schema: Schema, schemas: Schemas): string {
  const type = describeType(schema, schemas);
  return /^[a-z]+$/.test(type) ? `${type}s` : type;
}

const patterns: Record<string, string> = {
  '^[A-Z]{2}$': 'two capital letters: a country, such as `DE`',
  '^[A-Z]{3}$': 'three capital letters: a currency, such as `EUR`',
};

function describeLimits(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    ...range(minLength === 1 ? undefined : minLength, maxLength, (count) =>
      formatCount(count, 'character'),
    ),
    ...range(minItems, maxItems, (count) => formatCount(count, 'item')),
    ...range(minimum, maximum, String),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...(schema.pattern ? [patterns[schema.pattern] ?? `pattern \`${schema.pattern}\``] : []),
    ...(schema.default === undefined || isEmpty(schema.default)
      ? []
      : [`default \`${JSON.stringify(schema.default).replaceAll('"', '')}\``]),
  ];
}

const isEmpty = (value: unknown) =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0);

function range(
  least: number | undefined,
  most: number | undefined,
  print: (count: number) => string,
): string[] {
  if (least !== undefined && most !== undefined)
    return [least === most ? `exactly ${print(most)}` : `${least} to ${print(most)}`];
  if (most !== undefined) return [`at most ${print(most)}`];
  return least === undefined ? [] : [`at least ${print(least)}`];
}

/** The schemas that may have fields: the choices, and the items of a list. */
function listParts(unresolved: Schema, { schemas }: FieldOptions): Schema[] {
  const schema = resolveSchema(unresolved, schemas);
  const choices = listChoices(schema);
  if (choices) return choices.flatMap((one) => listParts(one, { schemas, objects: new Set() }));
  if (schema.items) return listParts(schema.items, { schemas, objects: new Set() });
  if (schema.additionalProperties && typeof schema.additionalProperties === 'object')
    return listParts(schema.additionalProperties, { schemas, objects: new Set() });
  return [unresolved];
}

/** The names of the components that a schema refers to, without their own parts. */
export function objectsIn(schema: Schema): string[] {
  if (schema.$ref) return [refName(schema.$ref)];
  const parts = [
    ...(schema.allOf ?? []),
    ...(listChoices(schema) ?? []),
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
    ...Object.values(schema.properties ?? {}),
  ];
  return unique(parts.flatMap(objectsIn));
}

/** The fields of an object, of the items of a list, or of all choices; of a cycle only once. */
export function listFields(
  unresolved: Schema,
  options: FieldOptions,
  inside: readonly string[] = [],
): Field[] {
  const found = new Map<string, Field>();
  for (const part of listParts(unresolved, options)) {
    const path = part.$ref ? [...inside, part.$ref] : inside;
    const { properties = {}, required = [] } = resolveSchema(part, options.schemas);
    for (const [name, schema] of Object.entries(properties))
      if (!found.has(name) && schema.not === undefined)
        found.set(name, describeField(name, schema, required.includes(name), options, path));
  }
  return [...found.values()];
}

export function describeField(
  name: string,
  unresolved: Schema,
  isRequired: boolean,
  options: FieldOptions,
  inside: readonly string[] = [],
): Field {
  const schema = resolveSchema(unresolved, options.schemas);
  const parts = listParts(unresolved, options);
  const plain = [
    schema,
    ...(listChoices(schema) ?? []),
    ...(schema.items ? [schema.items] : []),
  ].map((one) => resolveSchema(one, options.schemas));
  const refs = parts.flatMap(({ $ref }) => ($ref ? [$ref] : []));
  const object = refs.map(refName).find((one) => options.objects.has(one));
  const isKnown = object !== undefined || refs.some((ref) => inside.includes(ref));
  return {
    name,
    type: describeType(unresolved, options.schemas),
    isRequired,
    limits: unique(plain.flatMap(describeLimits)),
    values: unique(
      plain
        .flatMap((one) => one.enum ?? [])
        .filter((one) => one !== null)
        .map(String),
    ),
    description: unresolved.description ?? schema.description,
    fields: isKnown ? [] : listFields(unresolved, options, inside),
    ...(object && { object }),
  };
}

export const countFields = (fields: readonly Field[]): number =>
  fields.reduce((sum, { fields: inner }) => sum + 1 + countFields(inner), 0);
