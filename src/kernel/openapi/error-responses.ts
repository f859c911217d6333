// The errors of a call in the OpenAPI document, each with the body that clients get.
import { commonErrors, type Endpoint, type ErrorDeclaration } from '#lib/endpoint.ts';
import { describeError } from '#lib/openapi-errors.ts';
import type { ExampleValues } from '#lib/openapi-examples.ts';
import type { Schema, Schemas } from '#lib/openapi-types.ts';
import { planLimits } from '#lib/plan-limits.ts';
import { formatMessage } from '../http/errors.ts';
import { isOpenAiPath } from '../http/responses/error-format.ts';
import { createExample } from './example-values.ts';
import { errorHeaders, isRepeatable } from './headers.ts';
import { createDraft, type Draft, type Json, share, toJsonSchema } from './json-schema.ts';
import { placeExample } from './place-examples.ts';
import { toPascal } from './share-components.ts';

const keyErrors = [
  commonErrors.apiKeyInvalid,
  commonErrors.apiKeyExpired,
  commonErrors.apiKeyRevoked,
  commonErrors.apiKeyInactive,
  commonErrors.apiKeyIpDenied,
];

/**
 * Errors that follow from the permission and other properties, in addition to the declared ones.
 */
function impliedErrors(endpoint: Endpoint): ErrorDeclaration[] {
  return [
    commonErrors.throttled,
    ...(endpoint.metered
      ? [...planLimits, commonErrors.groupNotInPlan, commonErrors.subscriptionRequired]
      : []),
    ...(endpoint.feature ? [commonErrors.featureOff] : []),
    ...(endpoint.files ? [commonErrors.formRequired] : []),
    ...(isRepeatable(endpoint) ? repetitionErrors(endpoint) : []),
    ...refusals(endpoint),
  ];
}

const repetitionErrors = ({ responseHasSecret }: Endpoint): ErrorDeclaration[] => [
  commonErrors.idempotencyConflict,
  commonErrors.idempotencyInFlight,
  responseHasSecret ? commonErrors.idempotencySecret : commonErrors.idempotencyTooLarge,
];

function refusals(endpoint: Endpoint): ErrorDeclaration[] {
  const { permission } = endpoint;
  if (permission === 'public' || endpoint.ignoresBadCredential) return [];
  if (permission === 'optional') return [commonErrors.tokenNotValid, ...keyErrors];
  const signedIn = [
    commonErrors.notAuthenticated,
    commonErrors.tokenNotValid,
    ...(endpoint.whenSuspended === 'allowed' ? [] : [commonErrors.accountSuspended]),
  ];
  if (permission === 'user') return [...signedIn, commonErrors.jwtRequired];
  if ('key' in permission) return [...signedIn, ...keyErrors, commonErrors.scopeMissing];
  return [...signedIn, commonErrors.permissionDenied, commonErrors.jwtRequired];
}

type Call = { name: string; area: string; endpoint: Endpoint };

export function describeErrors(call: Call, draft: Draft): Json {
  const { endpoint } = call;
  const readsInput = Boolean(endpoint.params ?? endpoint.query ?? endpoint.body ?? endpoint.files);
  const byStatus = Map.groupBy(
    [...(endpoint.errors ?? []), ...impliedErrors(endpoint)],
    ({ status }) => status,
  );
  if (readsInput && !byStatus.has(400)) byStatus.set(400, []);
  return {
    ...Object.fromEntries(
      [...byStatus].map(([status, errors]) => {
        const readsFields = status === 400 && readsInput;
        return [status, errorResponse(call, { status, errors, readsFields }, draft)];
      }),
    ),
    default: otherErrors(endpoint, draft),
  };
}

type Errors = { status: number; errors: readonly ErrorDeclaration[]; readsFields: boolean };

function errorResponse(call: Call, { status, errors, readsFields }: Errors, draft: Draft): Json {
  const { endpoint } = call;
  const words = errors.map(describeError);
  if (readsFields) words.unshift('Fields that are not valid, each with its messages.');
  const shapes = isOpenAiPath(endpoint.path)
    ? [openAiErrorSchema(draft)]
    : [
        ...(readsFields ? [fieldErrorsSchema(draft)] : []),
        ...errors.map((error) => errorSchema(error, call, draft)),
      ];
  const isLate = errors.some(({ data }) => 'retry_after' in data.shape);
  return {
    description: [...new Set(words)].join('\n'),
    headers: errorHeaders(status, isLate),
    content: { 'application/json': { schema: anyOf(shapes) } },
  };
}

function anyOf(shapes: readonly Json[]): Json {
  const different = [...new Map(shapes.map((one) => [JSON.stringify(one), one])).values()];
  return different.length === 1 ? different[0]! : { anyOf: different };
}

/** What every error has but those by field. */
const contextOfError: Readonly<Record<string, Schema>> = {
  request_id: {
    type: 'string',
    format: 'uuid',
    description: 'The same as `X-Request-Id`.',
  },
  help: {
    type: 'string',
    format: 'uri',
    description: 'The page that explains the code.',
    examples: ['https://example.com/docs/errors/not_found'],
  },
};
const contextNames = Object.keys(contextOfError);

function fieldErrorsSchema(draft: Draft): Json {
  return share(draft, 'FieldErrors', {
    type: 'object',
    description:
      'Messages by field. An object has an object of its own fields, a list one for each item; what concerns several fields is in `non_field_errors`.',
    additionalProperties: {
      anyOf: [{ type: 'array', items: {} }, { type: 'object' }],
    },
    examples: [{ email: ['Enter a valid email address.'] }],
  });
}

const messageField = (status: number) =>
  status === 400 || status === 422 ? 'non_field_errors' : 'detail';

/** What an error adds is in a schema of its own: its code, its data, and its messages. */
function baseSchema(status: number, draft: Draft): Json {
  const field = messageField(status);
  const texts = { type: 'array', items: { type: 'string' } };
  return share(draft, field === 'detail' ? 'ErrorBase' : 'InputErrorBase', {
    type: 'object',
    required: [field, 'code', ...contextNames],
    properties: {
      [field]: {
        ...(field === 'detail' ? { type: 'string' } : texts),
        description: 'A sentence for people.',
      },
      code: { type: 'string', description: 'A stable name for programs.' },
      ...contextOfError,
    },
  });
}

function errorSchema(error: ErrorDeclaration, call: Call, draft: Draft): Json {
  const { properties = {}, required = [] } = toJsonSchema(error.data, draft) as Schema;
  const schema = {
    allOf: [baseSchema(error.status, draft)],
    properties: { [messageField(error.status)]: {}, code: { const: error.code }, ...properties },
    ...(required.length > 0 && { required }),
  };
  const name = toSchemaName(`${toPascal(error.code)}Error`, call, schema, draft);
  const messages = draft.messages.get(name) ?? new Set();
  draft.messages.set(
    name,
    messages.add(formatMessage(error, createExampleData(error, draft.examples))),
  );
  return share(draft, name, schema);
}

/** Data as the error's contract has it, with the values that the reference shows. */
export function createExampleData(
  { code: errorCode, data }: ErrorDeclaration,
  examples: readonly ExampleValues[] = [],
): Record<string, unknown> {
  const draft = createDraft('staff', examples);
  const schema = toJsonSchema(data, draft) as Schema;
  if (Object.keys(schema.properties ?? {}).length === 0) return {};
  const owner = `${toPascal(errorCode)}Error`;
  return createExample(schema, draft, { owner }) as Record<string, unknown>;
}

/** Data of an error may differ from call to call, as do the states of its objects. */
function toSchemaName(
  error: string,
  { name, area }: Call,
  schema: Json,
  { schemas }: Draft,
): string {
  const names = [error, `${toPascal(area)}${error}`, `${toPascal(name)}${error}`];
  const text = JSON.stringify(schema);
  const found = names.find((one) => [undefined, text].includes(JSON.stringify(schemas.get(one))));
  if (!found) throw new Error(`${name} has two different errors ${error}.`);
  return found;
}

/** Adds the examples: the messages of all calls, and data. Changes the schemas. */
export function placeErrorExamples(draft: Draft): void {
  const schemas = Object.fromEntries(draft.schemas) as Schemas;
  for (const [name, messages] of draft.messages) {
    const { properties = {}, required = [] } = schemas[name] ?? {};
    const { detail, non_field_errors, ...data } = properties;
    const example = createExample({ properties: data, required }, draft, { owner: name });
    placeExample({ properties: data }, example, schemas);
    const texts = [...messages];
    if (detail) Object.assign(detail, { examples: texts });
    if (non_field_errors)
      Object.assign(non_field_errors, { examples: texts.map((text) => [text]) });
  }
}

/** What any call may return: a process that is busy, and errors of the server. */
const otherErrors = ({ path }: Endpoint, draft: Draft): Json => ({
  description: 'Any other error, with its `code`: the list is at /docs/errors.',
  headers: errorHeaders(503, false),
  content: {
    'application/json': {
      schema: isOpenAiPath(path) ? openAiErrorSchema(draft) : anyErrorSchema(draft),
    },
  },
});

const { message: busyMessage, code: busyCode } = commonErrors.busy;

const anyErrorSchema = (draft: Draft): Json =>
  share(draft, 'Error', {
    allOf: [baseSchema(503, draft)],
    properties: {
      detail: { examples: [busyMessage] },
      code: { examples: [busyCode] },
      retry_after: { type: 'integer', description: 'Seconds to wait.', examples: [5] },
    },
  });

const openAiErrorSchema = (draft: Draft): Json =>
  share(draft, 'OpenAiError', {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        description: 'What went wrong, in the shape of OpenAI.',
        required: ['message', 'type', 'param', 'code', ...contextNames],
        properties: {
          message: {
            type: 'string',
            description: 'A sentence for people.',
            examples: [busyMessage],
          },
          type: {
            type: 'string',
            description: "One of OpenAI's kinds of errors.",
            examples: ['server_error'],
          },
          param: { type: ['string', 'null'], description: 'The field that is not valid.' },
          code: {
            type: ['string', 'null'],
            description: 'A stable name; null for fields.',
            examples: [busyCode],
          },
          ...contextOfError,
        },
        // The data of the error, such as `limit`.
        additionalProperties: true,
      },
    },
  });
