// Generates values that fit a schema.
import path from 'node:path';
import fc from 'fast-check';
import { z } from 'zod';

type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  not?: Schema;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
};

/** Meaningful values by field, which schemas alone do not describe: `USD` for a currency. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

type Options = { known?: KnownValues /** Omits optional fields. */; isMinimal?: boolean };
type Context = Required<Options> & { definitions: Readonly<Record<string, Schema>> };

/** Values that fit the JSON schema of `schema`; its refinements may still reject them. */
export function createValues(schema: z.ZodType, options: Options = {}): fc.Arbitrary<unknown> {
  const printed = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const definitions = printed.$defs ?? {};
  return anyOf(printed, { known: {}, isMinimal: false, ...options, definitions });
}

function anyOf(schema: Schema, context: Context): fc.Arbitrary<unknown> {
  const { type } = schema;
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.$ref) return anyOf(context.definitions[path.basename(schema.$ref)]!, context);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (choices) return fc.oneof(...choices.map((one) => anyOf(one, context)));
  if (isDecimal(schema)) return fc.oneof(decimals, decimals.map(Number));
  if (Array.isArray(type))
    return fc.oneof(...type.map((one) => anyOf({ ...schema, type: one }, context)));
  if (type === 'object') return objects(schema, context);
  if (type === 'array')
    return fc.array(anyOf(schema.items ?? {}, context), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 3, Math.max(schema.minItems ?? 0, 3)),
    });
  return scalars(schema);
}

/** The API accepts decimals as text or as a number. */
const isDecimal = ({ type }: Schema) => String(type) === 'string,number';
const decimals = fc.integer({ min: 1, max: 9999 }).map((count) => String(count / 100));

const instants = { min: new Date('2019-01-01'), max: new Date('2031-01-01'), noInvalidDate: true };
const byFormat: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'date-time': fc.date(instants).map((date) => date.toISOString()),
  date: fc.date(instants).map((date) => date.toISOString().slice(0, 10)),
  email: fc.integer({ min: 1, max: 50 }).map((id) => `person${id}@example.com`),
  uuid: fc.uuid(),
  uri: fc.constantFrom('https://example.com/', 'https://example.com/a?b=c#d'),
};

function scalars(schema: Schema): fc.Arbitrary<unknown> {
  const { type, format = '', pattern, minLength = 0, maxLength = 40 } = schema;
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer' || type === 'number') {
    const min = Math.max(schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1, -1e9);
    const max = Math.min(schema.maximum ?? 1000, 1e9);
    return fc.integer({ min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.floor(max)) });
  }
  if (type !== 'string') return fc.jsonValue({ maxDepth: 1 });
  if (byFormat[format]) return byFormat[format];
  if (pattern) return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  return fc.string({
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 40)),
    unit: 'grapheme-ascii',
  });
}

function objects(schema: Schema, context: Context): fc.Arbitrary<unknown> {
  const { known, isMinimal } = context;
  const { properties = {}, required = [], propertyNames, additionalProperties } = schema;
  if (propertyNames || (typeof additionalProperties === 'object' && !schema.properties)) {
    const values = typeof additionalProperties === 'object' ? additionalProperties : {};
    const names = propertyNames ? anyOf(propertyNames, context) : fc.string();
    return fc.dictionary(names.map(String), anyOf(values, context), { maxKeys: 3 });
  }
  const isIncluded = (name: string) => !isMinimal || required.includes(name);
  const allowed = Object.entries(properties).filter(
    ([name, field]) => !field.not && isIncluded(name),
  );
  const fields = allowed.map(([name, field]) => {
    const values = anyOf(field, context);
    const meant = Object.hasOwn(known, name) ? known[name] : undefined;
    const arbitrary = meant
      ? fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...meant) },
          { weight: 1, arbitrary: values },
        )
      : values;
    return [name, arbitrary] as const;
  });
  return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true });
}
