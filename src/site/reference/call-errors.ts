// The errors that calls declare, and those that any call may return.
import { z } from 'zod';
import texts from '#content/errors.json' with { type: 'json' };
import { commonErrors, type ErrorDeclaration } from '#lib/endpoint.ts';
import { errorsIn } from '#lib/openapi-errors.ts';
import { composeExample } from '#lib/openapi-examples.ts';
import { resolveSchema } from '#lib/openapi-refs.ts';
import type { Schema } from '#lib/openapi-types.ts';
import { testModeErrors } from '#lib/test-mode-errors.ts';
import { transportErrors } from '#lib/transport-errors.ts';
import { openApiDocument } from './openapi-document.ts';
import { type Operation, operations } from './operations.ts';

export type CallError = { status: number; code: string; message: string };

export const errorsPath = '/docs/errors';
export const errorPath = (code: string): string => `${errorsPath}/${code}`;

export const listErrors = ({ responses }: Pick<Operation, 'responses'>): CallError[] =>
  Object.entries(responses)
    .filter(([status]) => /^[45]/.test(status))
    .flatMap(([status, response]) =>
      errorsIn(response).map((error) => ({ status: Number(status), ...error })),
    );

const { schemas } = openApiDocument.components;

/** The body of an error as the document shows it; undefined for what no call declares. */
export function createExampleBody(code: string): object | undefined {
  const [shape] = listShapes(code);
  return shape && (composeExample(shape, schemas) as object);
}

/** Contracts do not repeat these, nor does the document. */
const declared: readonly ErrorDeclaration[] = [
  ...Object.values(commonErrors),
  ...Object.values(transportErrors),
  ...Object.values(testModeErrors),
];
const declaredCodes: ReadonlySet<string> = new Set(declared.map(({ code }) => code));

/** Whether any call may return it. */
export const isCommonError = (code: string): boolean => declaredCodes.has(code);

/** What content/errors.json says about a code. */
export type ErrorText = {
  means: string;
  causes: readonly string[];
  solutions: readonly string[];
  /** Data of the example, where its schema does not say what is usual. */
  example?: Readonly<Record<string, unknown>>;
  /** The page of the documentation about its subject. */
  guide?: string;
};
export const errorTexts: Readonly<Record<string, ErrorText>> = texts;

export type ErrorEntry = {
  code: string;
  statuses: readonly number[];
  messages: readonly string[];
  text: ErrorText;
  /** The data beside code and message, by field. */
  data: Schema;
  /** Those that declare it. */
  calls: readonly Operation[];
};

const allErrors: readonly (CallError & { call?: Operation })[] = [
  ...declared,
  ...operations.flatMap((call) => listErrors(call).map((error) => ({ ...error, call }))),
];

/** What every error has. */
const commonFields = new Set(['detail', 'non_field_errors', 'code', 'request_id', 'help']);

/** The fields of every declaration of the code; those that only some have are not required. */
function findData(code: string): Schema {
  const shapes = [...declared.filter((one) => one.code === code).map(toShape), ...listShapes(code)];
  const properties = Object.assign({}, ...shapes.map((shape) => shape.properties)) as Record<
    string,
    Schema
  >;
  const names = Object.keys(properties).filter((name) => !commonFields.has(name));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? {}])),
    required: names.filter((name) => shapes.every(({ required = [] }) => required.includes(name))),
  };
}

const toShape = ({ data }: ErrorDeclaration): Schema => z.toJSONSchema(data) as Schema;

/** The schemas of the document by the code that they are for. */
const shapesByCode = Map.groupBy(
  operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ content }) =>
      choicesIn(content?.['application/json']?.schema),
    ),
  ),
  ({ properties }) => properties?.code?.const,
);

const listShapes = (code: string): readonly Schema[] => shapesByCode.get(code) ?? [];

function choicesIn(unresolved: Schema | undefined): Schema[] {
  if (!unresolved) return [];
  const schema = resolveSchema(unresolved, schemas);
  const choices = schema.anyOf ?? schema.oneOf;
  return choices ? choices.flatMap(choicesIn) : [schema];
}

/** Every error code by name. Throws for one without a text. */
export const errorEntries: readonly ErrorEntry[] = [...Map.groupBy(allErrors, ({ code }) => code)]
  .map(([code, all]) => {
    const text = errorTexts[code];
    if (!text) throw new Error(`content/errors.json has no text for ${code}.`);
    return {
      code,
      statuses: [...new Set(all.map(({ status }) => status))].sort(),
      messages: [...new Set(all.map(({ message }) => message))],
      text,
      data: findData(code),
      calls: [...new Set(all.flatMap(({ call }) => call ?? []))],
    };
  })
  .sort((a, b) => a.code.localeCompare(b.code));
