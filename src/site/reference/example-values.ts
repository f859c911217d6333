// A plausible value for a schema, for the examples of the reference.
import type { Schema, Schemas } from './openapi-types.ts';

const uuid = '7d0f4b0e-5a3c-4c1e-9b52-0f6a1c8e2d41';

/** By the name of the field; used where the schema allows it. */
const byName: Readonly<Record<string, readonly unknown[]>> = {
  amount: ['25000.00', 25_000],
  currency: ['EUR'],
  pay_currency: ['USD'],
  destination_country: ['DE'],
  origin_country: ['JP'],
  country: ['DE'],
  from: ['USD'],
  to: ['EUR'],
  rate: ['1.08'],
  code: ['61091000'],
  hs_code: ['61091000'],
  vin: ['1HGCM82633A004352'],
  name: ['my-first'],
  display_name: ['Ada Lovelace'],
  title: ['A short title'],
  subject: ['A question about my plan'],
  message: ['How long does it take to import a car?'],
  text: ['The order leaves the warehouse on Monday.'],
  input: ['The order leaves the warehouse on Monday.'],
  email: ['ada@example.com'],
  phone: ['+14155550132'],
  otp: ['123456'],
  language: ['en'],
  voice: ['slt'],
  engine_capacity_cc: [1998],
  production_date: ['2023-06'],
  year_month: ['2026-10'],
  month: ['2026-10'],
  number: ['1'],
  page: ['1'],
  page_size: ['20'],
  limit: ['20'],
  start: ['0'],
  slug: ['starter'],
  tariff: ['starter'],
  topics: ['payments,tickets'],
  host: ['203.0.113.10'],
  port: [8080],
  site_url: ['https://example.com/'],
  url: ['https://example.com/'],
  target_hosts: [['example.com']],
  allowed_ips: [['203.0.113.0/24']],
  audio: ['UklGRiQAAABXQVZFZm10IA...'],
  image: ['iVBORw0KGgoAAAANSUhEUg...'],
  file: ['a2luZDtwcmljZQ...'],
  refresh: ['eyJhbGciOiJFUzI1NiJ9...'],
};

const byFormat: Readonly<Record<string, string>> = {
  uuid,
  date: '2026-12-01',
  'date-time': '2026-12-01T09:30:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  ipv4: '203.0.113.10',
};

/** Tried in turn where a pattern decides. */
const texts = [
  'DE',
  'EUR',
  'en',
  '1',
  '123456',
  '2026-10',
  '2026-12-01',
  '12.50',
  'example.com',
  'my-first',
  '61091000',
  uuid,
  'A'.repeat(17),
];

const kindsOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;

export const refName = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** The schema itself, or the component that it refers to. */
export function resolveSchema(schema: Schema, schemas: Schemas): Schema {
  if (!schema.$ref) return schema;
  const { $ref, ...rest } = schema;
  const found = schemas[refName($ref)];
  if (!found) throw new Error(`${$ref} is not in the document.`);
  return { ...found, ...rest };
}

function fits(value: unknown, schema: Schema): boolean {
  if (schema.enum) return schema.enum.includes(value);
  const kinds = kindsOf(schema);
  if (typeof value === 'string')
    return (
      kinds.includes('string') &&
      (!schema.pattern || new RegExp(schema.pattern).test(value)) &&
      value.length >= (schema.minLength ?? 0) &&
      value.length <= (schema.maxLength ?? value.length) &&
      (!schema.format || schema.format === 'binary')
    );
  if (typeof value === 'number')
    return (
      (kinds.includes('number') || (kinds.includes('integer') && Number.isInteger(value))) &&
      value >= (schema.minimum ?? value) &&
      value <= (schema.maximum ?? value) &&
      value > (schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY)
    );
  return Array.isArray(value) && kinds.includes('array');
}

/** Optional fields without a value of their own are left out. Cycles end with an empty object. */
export function exampleOf(
  given: Schema,
  schemas: Schemas,
  name = '',
  inside: readonly string[] = [],
): unknown {
  const schema = resolveSchema(given, schemas);
  const path = given.$ref ? [...inside, given.$ref] : inside;
  if (given.$ref && inside.includes(given.$ref)) return {};
  if (schema.const !== undefined) return schema.const;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const chosen = choices.find((one) => !kindsOf(one).includes('null')) ?? choices[0] ?? {};
    return exampleOf({ ...chosen }, schemas, name, path);
  }
  const known = byName[name]?.find((value) => fits(value, schema));
  if (known !== undefined) return known;
  if (schema.enum) return schema.default ?? schema.enum[0];
  const [kind] = kindsOf(schema);
  if (kind === 'object' || schema.properties) return objectOf(schema, schemas, path);
  if (kind === 'array') return [exampleOf(schema.items ?? {}, schemas, singular(name), path)];
  if (schema.default !== undefined && schema.default !== '') return schema.default;
  return kind === 'string' ? textOf(schema) : scalarOf(schema, kind);
}

const singular = (name: string) => name.replace(/s$/, '');

function objectOf(schema: Schema, schemas: Schemas, path: readonly string[]): unknown {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties).filter((name) => properties[name]?.not === undefined);
  // Without a required field, the first shows what the body looks like.
  const shown = names.filter((name) => required.includes(name));
  const chosen = shown.length > 0 ? shown : names.slice(0, 1);
  return Object.fromEntries(
    chosen.map((name) => [name, exampleOf(properties[name] ?? {}, schemas, name, path)]),
  );
}

function textOf(schema: Schema): string {
  const formatted = byFormat[schema.format ?? ''];
  if (formatted) return formatted;
  const found = texts.find((text) => fits(text, schema));
  if (schema.pattern && found) return found;
  const text = schema.format === 'binary' ? '@file' : 'text';
  return text.padEnd(schema.minLength ?? 0, ' text').slice(0, schema.maxLength ?? 99);
}

function scalarOf(schema: Schema, kind: string | undefined): unknown {
  if (kind === 'boolean') return true;
  if (kind === 'null' || kind === undefined) return null;
  const least = schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
  return Math.min(Math.max(least, 1), schema.maximum ?? Number.POSITIVE_INFINITY);
}
