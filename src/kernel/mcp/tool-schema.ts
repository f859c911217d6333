// The arguments of a tool from the parts of its call's contract, and the schema of its result.
import type { z } from 'zod';
import type { Endpoint } from '#lib/endpoint.ts';
import { idempotencyKey, isRepeatable } from '../openapi/headers.ts';
import { createDraft, type Draft, type Json, toJsonSchema } from '../openapi/json-schema.ts';

export type Part = 'params' | 'query' | 'body';

/** Where an argument goes: a field of a part; without a name, the whole body. */
export type Place = { part: Part; name?: string };

export type Arguments = {
  schema: Json;
  places: ReadonlyMap<string, Place>;
};

/** The argument for the header `Idempotency-Key`. */
export const keyArgument = 'idempotency_key';

type ObjectSchema = Json & { properties?: Json; required?: string[] };

/**
 * One object of the parameters of the path, those of the query and the fields of the body. A field
 * of the body with the name of a parameter gets `body_` before it; a body that is no object is the
 * argument `body`.
 */
export function listArguments(endpoint: Endpoint, hidden: readonly string[]): Arguments {
  const draft = createDraft('customers');
  const properties: Json = {};
  const required: string[] = [];
  const places = new Map<string, Place>();
  const add = (argument: string, place: Place, schema: unknown, isRequired: boolean) => {
    properties[argument] = schema;
    places.set(argument, place);
    if (isRequired) required.push(argument);
  };
  for (const part of ['params', 'query', 'body'] as const) {
    const declared = endpoint[part];
    if (!declared || declared === 'raw') continue;
    const printed = inline(toJsonSchema(declared, draft), draft) as ObjectSchema;
    if (printed.type !== 'object' || !printed.properties) {
      add('body', { part }, printed, true);
      continue;
    }
    for (const [name, schema] of Object.entries(printed.properties)) {
      if (hidden.includes(name)) continue;
      const argument = properties[name] ? `body_${name}` : name;
      const isRequired = part === 'params' || printed.required?.includes(name) === true;
      add(argument, { part, name }, schema, isRequired);
    }
  }
  if (endpoint.method !== 'GET' && isRepeatable(endpoint) && !endpoint.changesNothing)
    properties[keyArgument] = { ...idempotencyKey.schema, description: idempotencyKey.description };
  return {
    schema: {
      ...withDefinitions({ type: 'object', properties }, draft),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    places,
  };
}

/** The definition itself, where a part is nothing but a reference to it. */
function inline(schema: Json, { schemas }: Draft): Json {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(String(schema.$ref ?? ''))?.[1];
  return (name && schemas.get(name)) || schema;
}

/** The schemas that others refer to, in the schema itself. */
function withDefinitions(schema: Json, draft: Draft): Json {
  const definitions = Object.fromEntries(draft.schemas);
  const used = usedNames(schema, definitions);
  const all = used.size > 0 ? { ...schema, $defs: pick(definitions, used) } : schema;
  const text = JSON.stringify(all).replaceAll('"#/components/schemas/', '"#/$defs/');
  return JSON.parse(text) as Json;
}

const pick = (definitions: Json, names: ReadonlySet<string>): Json =>
  Object.fromEntries(Object.entries(definitions).filter(([name]) => names.has(name)));

function usedNames(schema: Json, definitions: Json, found = new Set<string>()): Set<string> {
  const text = JSON.stringify(schema);
  for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name!)) continue;
    found.add(name!);
    usedNames(definitions[name!] as Json, definitions, found);
  }
  return found;
}

/**
 * Of the results of all successes: an object. Undefined where one of them is no JSON. It names the
 * fields and their types; their meaning is in the reference, and would make the list of tools three
 * times as long.
 */
export function createResultSchema(endpoint: Endpoint): Json | undefined {
  const shapes = Object.entries(endpoint.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, shape]) => shape);
  if (!shapes.every((shape) => shape !== null && 'safeParse' in shape)) return undefined;
  const draft = createDraft('customers');
  const printed = [
    ...new Set(shapes.map((shape) => JSON.stringify(toJsonSchema(shape as z.ZodType, draft)))),
  ].map((text) => inline(JSON.parse(text) as Json, draft));
  if (printed.some(({ type }) => type !== 'object')) return undefined;
  const all = printed.length === 1 ? printed[0]! : { type: 'object', anyOf: printed };
  return withoutWords(withDefinitions(all, draft)) as Json;
}

/** Fields may have these names: then the value is a schema, which is no text. */
const words = ['description', 'title'];

function withoutWords(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutWords);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(
    ([key, value]) => key !== 'examples' && !(words.includes(key) && typeof value === 'string'),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutWords(value)]));
}
