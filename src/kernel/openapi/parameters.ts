import type { Endpoint } from '#lib/endpoint.ts';
import type { Schema } from '#lib/openapi-types.ts';
import { createExample } from './example-values.ts';
import { idempotencyKey, isRepeatable } from './headers.ts';
import { type Draft, type Json, toJsonSchema } from './json-schema.ts';

/** In a URL a list is text with commas. */
function exampleOfParameter(name: string, schema: Schema, draft: Draft): string {
  const value = createExample(schema, draft, { name });
  return Array.isArray(value) ? value.join() : String(value);
}

export function describeParameters(endpoint: Endpoint, draft: Draft): Json {
  const declared = (['params', 'query'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!schema) return [];
    const printed = toJsonSchema(schema, draft) as Schema;
    return Object.entries(printed.properties ?? {}).map(
      ([name, { description, examples, ...of }]) => {
        const isRequired = part === 'params' || printed.required?.includes(name) === true;
        return {
          name,
          in: part === 'params' ? 'path' : 'query',
          ...(isRequired && { required: true }),
          ...(description !== undefined && { description }),
          schema: of,
          ...((isRequired || examples) && {
            example: exampleOfParameter(name, { ...of, ...(examples && { examples }) }, draft),
          }),
        };
      },
    );
  });
  const parameters = [...declared, ...(isRepeatable(endpoint) ? [idempotencyKey] : [])];
  return parameters.length > 0 ? { parameters } : {};
}
