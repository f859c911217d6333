// The errors of a call in the OpenAPI document, each with the body that clients get.
import { commonErrors, type Endpoint, type ErrorDeclaration } from '#lib/endpoint.ts';
import type { Schema } from '#lib/openapi-types.ts';
import { ApiError, InvalidInput, messageOf, toErrorResponse } from '../http/errors.ts';
import { isOpenAiPath, toErrorFormat } from '../http/responses/error-format.ts';
import { exampleOf } from './example-values.ts';
import { errorHeaders, isRepeatable } from './headers.ts';
import { type Draft, type Json, share, toJsonSchema } from './json-schema.ts';
import { exampleSiteUrl, exampleUuid } from './known-values.ts';
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
    ...(endpoint.metered ? [commonErrors.quotaExceeded, commonErrors.subscriptionRequired] : []),
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

export function errorResponsesOf(call: Call, draft: Draft): Json {
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
  const words = errors.map(({ code, message }) => `\`${code}\`: ${message}`);
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
    content: {
      'application/json': {
        schema: anyOf(shapes),
        examples: examplesOf(endpoint, errors, readsFields),
      },
    },
  };
}

function anyOf(shapes: readonly Json[]): Json {
  const different = [...new Map(shapes.map((one) => [JSON.stringify(one), one])).values()];
  return different.length === 1 ? different[0]! : { anyOf: different };
}

function examplesOf(
  { path }: Endpoint,
  errors: readonly ErrorDeclaration[],
  readsFields: boolean,
): Json {
  const bodyOf = (error: Error) => toErrorFormat(toErrorResponse(error)!, contextOf(path)).body;
  const field = { summary: 'A field is not valid.', value: bodyOf(fieldError) };
  const named = errors.map((error) => {
    const { code, message } = error;
    return [code, { summary: message, value: bodyOf(exampleError(error)) }] as const;
  });
  // Errors with the same code: the later ones have a number.
  const codes = new Map<string, number>();
  const numbered = named.map(([code, example]) => {
    const count = (codes.get(code) ?? 0) + 1;
    codes.set(code, count);
    return [count === 1 ? code : `${code}_${count}`, example] as const;
  });
  return Object.fromEntries([
    ...(readsFields ? [['invalid_input', field] as const] : []),
    ...numbered,
  ]);
}

const fieldError = new InvalidInput({ email: ['Enter a valid email address.'] });

function exampleError(error: ErrorDeclaration): ApiError {
  const draft: Draft = { schemas: new Map(), isForStaff: true };
  const schema = toJsonSchema(error.data, draft) as Schema;
  const data = schema.properties && Object.keys(schema.properties).length > 0;
  const example = (
    data ? exampleOf(schema, draft, { owner: `${toPascal(error.code)}Error` }) : {}
  ) as Record<string, unknown>;
  return new ApiError(error, example, messageOf(error, example));
}

const contextOf = (url: string) => ({ url, requestId: exampleUuid, siteUrl: exampleSiteUrl });

/** What every error has but those by field. */
const contextOfError = (draft: Draft) => ({
  request_id: share(draft, 'RequestId', {
    type: 'string',
    format: 'uuid',
    description: 'The same as `X-Request-Id`.',
  }),
  help: share(draft, 'Help', {
    type: 'string',
    format: 'uri',
    description: 'The page that explains the code.',
  }),
});
const contextNames = ['request_id', 'help'];

const texts = { type: 'array', items: { type: 'string' } };

function fieldErrorsSchema(draft: Draft): Json {
  return share(draft, 'FieldErrors', {
    type: 'object',
    description:
      'Messages by field. An object has an object of its own fields, a list one for each item; what concerns several fields is in `non_field_errors`.',
    additionalProperties: { type: ['array', 'object'] },
  });
}

function errorSchema(error: ErrorDeclaration, call: Call, draft: Draft): Json {
  const data = toJsonSchema(error.data, draft);
  const words =
    error.status === 400 || error.status === 422
      ? { non_field_errors: texts }
      : { detail: { type: 'string' } };
  const schema = {
    type: 'object',
    required: [
      ...Object.keys({ ...words, code: 0 }),
      ...((data.required as string[]) ?? []),
      ...contextNames,
    ],
    properties: {
      ...words,
      code: { const: error.code },
      ...(data.properties as Json),
      ...contextOfError(draft),
    },
  };
  return share(draft, nameOf(`${toPascal(error.code)}Error`, call, schema, draft), schema);
}

/** Data of an error may differ from call to call, as do the states of its objects. */
function nameOf(error: string, { name, area }: Call, schema: Json, { schemas }: Draft): string {
  const names = [error, `${toPascal(area)}${error}`, `${toPascal(name)}${error}`];
  const text = JSON.stringify(schema);
  const found = names.find((one) => [undefined, text].includes(JSON.stringify(schemas.get(one))));
  if (!found) throw new Error(`${name} has two different errors ${error}.`);
  return found;
}

/** What any call may return: a process that is busy, and errors of the server. */
function otherErrors({ path }: Endpoint, draft: Draft): Json {
  const { detail, code } = { detail: 'The service is busy. Try again in a moment.', code: 'busy' };
  const body = { detail, code, retry_after: 5 };
  const example = toErrorFormat({ status: 503, headers: {}, body }, contextOf(path));
  return {
    description: 'Any other error, with its `code`: the list is at /docs/errors.',
    headers: errorHeaders(503, false),
    content: {
      'application/json': {
        schema: isOpenAiPath(path) ? openAiErrorSchema(draft) : anyErrorSchema(draft),
        examples: { busy: { summary: detail, value: example.body } },
      },
    },
  };
}

const anyErrorSchema = (draft: Draft): Json =>
  share(draft, 'Error', {
    type: 'object',
    required: ['detail', 'code', ...contextNames],
    properties: {
      detail: { type: 'string', description: 'A sentence for people.' },
      code: { type: 'string', description: 'A stable name for programs.' },
      retry_after: { type: 'integer', description: 'Seconds to wait.' },
      ...contextOfError(draft),
    },
  });

const openAiErrorSchema = (draft: Draft): Json =>
  share(draft, 'OpenAiError', {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['message', 'type', 'param', 'code', ...contextNames],
        properties: {
          message: { type: 'string', description: 'A sentence for people.' },
          type: { type: 'string', description: "One of OpenAI's kinds of errors." },
          param: { type: ['string', 'null'], description: 'The field that is not valid.' },
          code: { type: ['string', 'null'], description: 'A stable name; null for fields.' },
          ...contextOfError(draft),
        },
        // The data of the error, such as `limit`.
        additionalProperties: true,
      },
    },
  });
