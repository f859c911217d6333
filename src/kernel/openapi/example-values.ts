// A plausible value for a schema, for the examples of the document.
import {
  type ExampleValues,
  exampleFields,
  examplesByFormat,
  exampleUuid,
  findFirstChoice,
  listKinds,
} from '#lib/openapi-examples.ts';
import { refName, resolveSchema } from '#lib/openapi-refs.ts';
import type { Schema, Schemas } from '#lib/openapi-types.ts';
import type { Draft } from './json-schema.ts';

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
  exampleUuid,
  'A'.repeat(17),
];

/** By the end of the name, for texts and numbers that have no value of their own. */
const byEnding: readonly (readonly [RegExp, string | undefined, number | undefined])[] = [
  [/(^|_)uuid$|_id$|^transcript$|^payment$|^ticket$|^subscription$/, exampleUuid, 1041],
  [/_url$|^href$/, 'https://example.com/', undefined],
  [/_bytes$|^bytes/, undefined, 1_048_576],
  [/_ms$/, undefined, 180],
  [/_seconds$|^seconds|^duration$/, undefined, 60],
  [/_minutes$/, undefined, 60],
  [/_rate$|^probability$|_probability$|_prob$/, '0.98', 0.98],
  [/_percent$|percentage$|^percent$/, '10', 10],
  [
    /amount|price|balance|cost|paid|spent|^(refunded|reserved|pending|net)$|_payment$|credit|debit/,
    '12.50',
    undefined,
  ],
  [/_max$|_limit$/, '100.00', 100],
  [
    /^(requests|characters|total|units|lines|calls|used)|_(total|count|used|requests|today)$/,
    '42',
    42,
  ],
];

function fits(value: unknown, schema: Schema): boolean {
  if (schema.enum) return schema.enum.includes(value);
  const kinds = listKinds(schema);
  if (value === null) return kinds.includes('null');
  if (typeof value === 'string')
    return (
      kinds.includes('string') &&
      (!schema.pattern || new RegExp(schema.pattern).test(value)) &&
      value.length >= (schema.minLength ?? 0) &&
      value.length <= (schema.maxLength ?? value.length) &&
      !schema.format
    );
  if (typeof value === 'number')
    return (
      (kinds.includes('number') || (kinds.includes('integer') && Number.isInteger(value))) &&
      value >= (schema.minimum ?? value) &&
      value <= (schema.maximum ?? value) &&
      value > (schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY)
    );
  if (typeof value === 'boolean') return kinds.includes('boolean');
  if (!Array.isArray(value)) return kinds.includes('object');
  return kinds.includes('array') && value.every((item) => fits(item, schema.items ?? {}));
}

type Search = {
  schemas: Schemas;
  examples: readonly ExampleValues[];
  isResponse: boolean;
  /** The references around the value: a cycle ends with an empty object. */
  inside: readonly string[];
  /** The names that fields of the object may be known by. */
  owner: string;
};

type Source = Pick<Draft, 'schemas' | 'examples'>;

const searchIn = ({ schemas, examples }: Source) => ({
  schemas: Object.fromEntries(schemas) as Schemas,
  examples,
  inside: [],
});

const findKnown = ({ examples, owner }: Search, name: string): unknown[] => [
  ...examples.flatMap(({ objects }) => {
    const fields = objects?.[owner];
    return fields && Object.hasOwn(fields, name) ? [fields[name]] : [];
  }),
  ...examples.flatMap(({ fields }) => (Object.hasOwn(fields, name) ? fields[name]! : [])),
];

/** What clients send. Optional fields are left out. */
export const createExample = (
  schema: Schema,
  draft: Source,
  { name = '', owner = '' } = {},
): unknown => createValue(schema, name, { ...searchIn(draft), isResponse: false, owner });

/** What clients get: with the fields that are always there. */
export const exampleOfResponse = (schema: Schema, draft: Source): unknown =>
  createValue(schema, '', { ...searchIn(draft), isResponse: true, owner: '' });

function createValue(unresolved: Schema, name: string, search: Search): unknown {
  const { $ref } = unresolved;
  if ($ref && search.inside.includes($ref)) return {};
  const schema = resolveSchema(unresolved, search.schemas);
  const deeper = $ref
    ? { ...search, inside: [...search.inside, $ref], owner: refName($ref) }
    : search;
  if (schema.examples) return schema.examples[0];
  if (schema.format === 'binary') return '@file';
  if (schema.const !== undefined) return schema.const;
  const found = findKnown(search, name).find((value) => fits(value, schema));
  if (found !== undefined) return found;
  if (search.isResponse && isEmptyAtFirst(name) && acceptsNull(schema)) return null;
  const choice = findFirstChoice(schema);
  if (choice) return createValue(choice, name, deeper);
  if (schema.enum) return schema.default ?? schema.enum[0];
  const [kind] = listKinds(schema);
  if (kind === 'object' || schema.properties) return createObject(schema, deeper);
  if (kind === 'array') return [createValue(schema.items ?? {}, singular(name), deeper)];
  if (schema.default !== undefined && schema.default !== '') return schema.default;
  return kind === 'string' ? createText(schema, name) : createScalar(schema, name, search);
}

/** Fields that are null until something goes wrong, ends or is changed. */
const emptyAtFirst = new Set(
  [
    'duplicate_of error exhausted_at follows how_to_fix last_error next_release_at overage_due',
    'past_due pending_change replaced_by reversal_of spam_reason stop_reason trial_ends_at',
  ].flatMap((names) => names.split(' ')),
);
const ends = 'block|cancel|clos|delet|edit|end|fail|finish|rat|recalculat|resol|revoke|suspend';
const ended = new RegExp(`^(${ends})\\w*_(at|by|reason|until|note)$`);
const isEmptyAtFirst = (name: string) => emptyAtFirst.has(name) || ended.test(name);

const acceptsNull = ({ anyOf, type }: Schema): boolean =>
  anyOf?.some((one) => one.type === 'null') ?? (Array.isArray(type) && type.includes('null'));

const singular = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '');

function createObject(schema: Schema, search: Search): unknown {
  return Object.fromEntries(
    exampleFields(schema).map((name) => [
      name,
      createValue(schema.properties?.[name] ?? {}, name, search),
    ]),
  );
}

const findEnding = (name: string) => byEnding.find(([pattern]) => pattern.test(name));

/** How contracts describe amounts: "Decimal text". */
const isAmount = ({ description = '' }: Schema) => /^decimal/i.test(description);

function createText(schema: Schema, name: string): string {
  const formatted = examplesByFormat[schema.format ?? ''];
  if (formatted) return formatted;
  const [, ending] = findEnding(name) ?? [];
  const likely = [isAmount(schema) ? '12.50' : undefined, ending].filter(
    (one) => one !== undefined,
  );
  const found = likely.find((text) => fits(text, schema));
  if (found !== undefined) return found;
  const matching = texts.find((text) => fits(text, schema));
  if (schema.pattern && matching) return matching;
  return 'text'.padEnd(schema.minLength ?? 0, ' text').slice(0, schema.maxLength ?? 99);
}

function createScalar(schema: Schema, name: string, { isResponse }: Search): unknown {
  const [kind] = listKinds(schema);
  if (kind === 'boolean')
    return (
      !isResponse || !/^(is|has|had|can|at|to_be|cancel)_|_is_|^(late|cached|no_speech)$/.test(name)
    );
  if (kind === 'null' || kind === undefined) return null;
  const [, , likely] = findEnding(name) ?? [];
  if (likely !== undefined && fits(likely, schema)) return likely;
  const least = schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
  return Math.min(Math.max(least, 1), schema.maximum ?? Number.POSITIVE_INFINITY);
}
