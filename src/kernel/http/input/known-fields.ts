// Finds fields of a body that its schema ignores. Responses list them, so that typos are noticed.
import type { z } from 'zod';
import { listAliases } from '#lib/field-aliases.ts';

type Definition = {
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  options?: z.ZodType[];
  catchall?: z.ZodType;
};

const namedMax = 20;

/** The paths of ignored fields: `colour`, `items.0.size`. At most 20. */
export const ignoredFields = (schema: z.ZodType, value: unknown): string[] =>
  unread(schema, value, []).slice(0, namedMax);

/** The fields that a schema reads; null for a schema that is not an object. */
export function fieldNames(schema: z.ZodType): string[] | null {
  const { type, def } = readDefinition(schema);
  if (type === 'object') return readFields(readShape(schema));
  if (def.innerType) return fieldNames(def.innerType);
  const inner = type === 'pipe' ? findInner(def) : undefined;
  const names = inner && fieldNames(inner);
  return names ? [...names, ...listAliases(schema)] : null;
}

function unread(schema: z.ZodType, value: unknown, path: string[]): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, def } = readDefinition(schema);
  if (def.innerType) return unread(def.innerType, value, path);
  if (type === 'pipe') {
    const inner = findInner(def);
    const aliases = listAliases(schema).map((alias) => [...path, alias].join('.'));
    return inner ? unread(inner, value, path).filter((name) => !aliases.includes(name)) : [];
  }
  if (type === 'array' && Array.isArray(value))
    return value.flatMap((item, at) => unread(def.element!, item, [...path, String(at)]));
  if (type === 'union') {
    const ofEach = def.options!.map((option) => unread(option, value, path));
    return ofEach.reduce((fewest, names) => (names.length < fewest.length ? names : fewest));
  }
  if (type !== 'object' || Array.isArray(value)) return [];
  const shape = readShape(schema);
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = [...path, name];
    if (Object.hasOwn(shape, name)) return unread(shape[name]!, inner, at);
    return def.catchall ? [] : [at.join('.')];
  });
}

const readDefinition = (schema: z.ZodType) => {
  const def = schema._zod.def as unknown as Definition;
  return { type: schema._zod.def.type, def };
};

const readShape = (schema: z.ZodType): Record<string, z.ZodType> => (schema as z.ZodObject).shape;

/** Without fields that are declared only to be rejected. */
const readFields = (shape: Record<string, z.ZodType>): string[] =>
  Object.keys(shape).filter((name) => {
    const { type, def } = readDefinition(shape[name]!);
    return (def.innerType ? readDefinition(def.innerType).type : type) !== 'never';
  });

/** The schema of the value as it was sent: for a preprocessor, the schema behind it. */
const findInner = (def: Definition): z.ZodType | undefined =>
  def.in?._zod.def.type === 'transform' ? def.out : def.in;
