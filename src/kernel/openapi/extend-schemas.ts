// An object that has all fields of another one says only what it adds: `allOf` the other.
import type { Json } from './json-schema.ts';

type ObjectSchema = Json & { properties: Json; required?: string[] };

/** Fewer fields are shorter than the reference to them. */
const fieldsMin = 5;

const isObject = (node: unknown): node is ObjectSchema =>
  typeof node === 'object' &&
  node !== null &&
  (node as Json).type === 'object' &&
  typeof (node as Json).properties === 'object';

type Base = { name: string; fields: ReadonlyMap<string, string>; required: readonly string[] };

const listTexts = ({ properties }: ObjectSchema): Map<string, string> =>
  new Map(Object.entries(properties).map(([name, schema]) => [name, JSON.stringify(schema)]));

/** The largest object whose fields are all in this one, with the same schemas: a part of it. */
function findBase(schema: ObjectSchema, bases: readonly Base[]): Base | undefined {
  const fields = listTexts(schema);
  const required = new Set(schema.required);
  return bases.find(
    (base) =>
      (base.fields.size < fields.size ||
        (base.fields.size === fields.size && base.required.length < required.size)) &&
      base.required.every((name) => required.has(name)) &&
      [...base.fields].every(([name, text]) => fields.get(name) === text),
  );
}

function extend({ type, properties, required = [], ...rest }: ObjectSchema, base: Base): Json {
  const own = Object.entries(properties).filter(([name]) => !base.fields.has(name));
  const added = required.filter((name) => !base.required.includes(name));
  return {
    ...rest,
    allOf: [
      { $ref: `#/components/schemas/${base.name}` },
      {
        type,
        ...(own.length > 0 && { properties: Object.fromEntries(own) }),
        ...(added.length > 0 && { required: added }),
      },
    ],
  };
}

/** Changes the schemas of the components and those in the paths. */
export function extendSchemas(schemas: Map<string, Json>, paths: Json): void {
  const bases: Base[] = [...schemas]
    .flatMap(([name, schema]) =>
      isObject(schema)
        ? [{ name, fields: listTexts(schema), required: schema.required ?? [] }]
        : [],
    )
    .filter(({ fields }) => fields.size >= fieldsMin)
    .sort(
      (a, b) =>
        b.fields.size - a.fields.size ||
        b.required.length - a.required.length ||
        a.name.localeCompare(b.name),
    );
  for (const [name, schema] of schemas) schemas.set(name, visit(schema) as Json);
  for (const [path, item] of Object.entries(paths)) paths[path] = visit(item);

  function visit(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const base = isObject(node) ? findBase(node, bases) : undefined;
    const shorter = base ? extend(node as ObjectSchema, base) : node;
    return Object.fromEntries(
      Object.entries(shorter).map(([key, value]) => [key, isValue(key) ? value : visit(value)]),
    );
  }
}

/** Examples look like schemas if they have a field `type`. */
const isValue = (key: string) => key === 'example' || key === 'examples' || key === 'default';
