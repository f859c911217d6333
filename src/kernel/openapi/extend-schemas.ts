// A page of a list says only what it adds to what all pages have in common: `allOf` that. Other
// schemas are whole, whatever else has the same fields: that may be a coincidence.
import type { Json } from './json-schema.ts';

type ObjectSchema = Json & { properties: Json; required?: string[] };

const isObject = (node: unknown): node is ObjectSchema =>
  typeof node === 'object' &&
  node !== null &&
  (node as Json).type === 'object' &&
  typeof (node as Json).properties === 'object';

function extend({ type, properties, required = [], ...rest }: ObjectSchema, base: Base): Json {
  const own = Object.entries(properties).filter(([name]) => !base.fields.has(name));
  const added = required.filter((name) => !base.required.includes(name));
  return {
    ...rest,
    allOf: [
      { $ref: `#/components/schemas/${base.name}` },
      { type, properties: Object.fromEntries(own), ...(added.length > 0 && { required: added }) },
    ],
  };
}

type Base = { name: string; fields: ReadonlyMap<string, string>; required: readonly string[] };

const listTexts = ({ properties }: ObjectSchema): Map<string, string> =>
  new Map(Object.entries(properties).map(([name, schema]) => [name, JSON.stringify(schema)]));

/** Whether it has all fields of the base, with the same schemas, and more. */
function isExtended(schema: ObjectSchema, { fields, required }: Base): boolean {
  const texts = listTexts(schema);
  return (
    texts.size > fields.size &&
    required.every((name) => schema.required?.includes(name)) &&
    [...fields].every(([name, text]) => texts.get(name) === text)
  );
}

/** Changes the schemas that extend the one called `name`, in the components and the paths. */
export function extendSchemas(schemas: Map<string, Json>, paths: Json, name: string): void {
  const schema = schemas.get(name);
  if (!isObject(schema)) throw new Error(`There is no object called ${name}.`);
  const base = { name, fields: listTexts(schema), required: schema.required ?? [] };
  for (const [key, one] of schemas) schemas.set(key, visit(one) as Json);
  for (const [path, item] of Object.entries(paths)) paths[path] = visit(item);

  function visit(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const shorter = isObject(node) && isExtended(node, base) ? extend(node, base) : node;
    return Object.fromEntries(
      Object.entries(shorter).map(([key, value]) => [key, isValue(key) ? value : visit(value)]),
    );
  }
}

/** Examples look like schemas if they have a field `type`. */
const isValue = (key: string) => key === 'example' || key === 'examples' || key === 'default';
