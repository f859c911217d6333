// References of an OpenAPI document: `#/components/schemas/Payment`.
import type { OpenApiDocument, Paths, Schema, Schemas } from './openapi-types.ts';

export const refName = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** The schema itself, or the component that it refers to, with the parts of `allOf` as one. */
export function resolveSchema(schema: Schema, schemas: Schemas): Schema {
  const { $ref, allOf, ...rest } = schema;
  if ($ref) {
    const found = schemas[refName($ref)];
    if (!found) throw new Error(`${$ref} is not in the document.`);
    return resolveSchema({ ...found, ...rest }, schemas);
  }
  if (!allOf) return schema;
  const parts = [...allOf, rest].map((one) => resolveSchema(one, schemas));
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}

/** The calls with their shared parameters, responses and examples in place. Schemas stay shared. */
export function resolvePaths({ paths, components }: OpenApiDocument): Paths {
  return resolve(paths) as Paths;

  function resolve(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref } = node as { $ref?: unknown };
    const [, kind = '', name = ''] =
      /^#\/components\/(?!schemas\/)(\w+)\/(\w+)$/.exec(String($ref ?? '')) ?? [];
    if (kind) return resolve(components[kind]?.[name]);
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolve(value)]));
  }
}
