// Turns schemas of zod into JSON schemas for the OpenAPI document.
import { z } from 'zod';

export type Json = Record<string, unknown>;

export const json = (schema: Json) => ({ content: { 'application/json': { schema } } });

/** Moves schemas with `.meta({ id })` to components/schemas. */
export function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Map<string, Json>,
): Json {
  const printed = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' });
  const {
    $schema: _,
    $defs,
    id,
    ...rest
  } = simplifySchema(printed) as Json & { $defs?: Record<string, Json> };
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id: __, ...body } = definition;
    components.set(name, body);
  }
  if (typeof id !== 'string') return rest;
  components.set(id, rest);
  return { $ref: `#/components/schemas/${id}` };
}

const integerMax = Number.MAX_SAFE_INTEGER;

/** Points references to components and drops what only repeats a format or the integer range. */
function simplifySchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplifySchema);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'pattern' && 'format' in node) return [];
    if (key === 'maximum' && value === integerMax) return [];
    if (key === 'minimum' && value === -integerMax) return [];
    if (key === '$ref') return [[key, String(value).replace('#/$defs/', '#/components/schemas/')]];
    return [[key, simplifySchema(value)]];
  });
  return Object.fromEntries(entries);
}
