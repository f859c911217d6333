// A field of a request that says nothing of itself means what it means in the object that comes
// back: its sentence is written once, with the object.
import { resolveSchema } from '#lib/openapi-refs.ts';
import type { Content, Schema, Schemas } from '#lib/openapi-types.ts';
import type { Json } from './json-schema.ts';

type Operation = {
  requestBody?: { content: Content };
  responses: Readonly<Record<string, { content?: Content }>>;
};

function fieldsReturned({ responses }: Operation, schemas: Schemas): Readonly<Schemas> {
  const { content } = responses['200'] ?? responses['201'] ?? {};
  const schema = content?.['application/json']?.schema ?? {};
  return resolveSchema(schema, schemas).properties ?? {};
}

/** The fields that a body has of its own, without those of components. */
const ownFields = ({ properties = {}, allOf = [] }: Schema): Schemas =>
  Object.assign({}, properties, ...allOf.map((part) => part.properties));

/** Changes the bodies in the paths. */
export function describeRequests(paths: Readonly<Record<string, Json>>, schemas: Schemas): void {
  for (const operation of Object.values(paths).flatMap(Object.values) as Operation[]) {
    const bodies = Object.values(operation.requestBody?.content ?? {});
    const returned = fieldsReturned(operation, schemas);
    for (const { schema = {} } of bodies)
      for (const [name, field] of Object.entries(ownFields(schema))) {
        const description = returned[name]?.description;
        if (description && !field.description && !field.$ref) Object.assign(field, { description });
      }
  }
}
