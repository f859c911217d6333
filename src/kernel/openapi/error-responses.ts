// The errors of an endpoint in the OpenAPI document.
import { commonErrors, type Endpoint, type ErrorDeclaration } from '#lib/endpoint.ts';
import { isOpenAiPath } from '../http/responses/error-format.ts';
import { type Json, json, toJsonSchema } from './json-schema.ts';

/**
 * Errors that follow from the permission and other properties, in addition to the declared ones.
 */
function impliedErrors(endpoint: Endpoint): ErrorDeclaration[] {
  const { permission } = endpoint;
  const list: ErrorDeclaration[] = [commonErrors.throttled];
  if (endpoint.metered) list.push(commonErrors.quotaExceeded, commonErrors.subscriptionRequired);
  if (endpoint.feature) list.push(commonErrors.featureOff);
  if (endpoint.files) list.push(commonErrors.formRequired);
  if (permission === 'public' || endpoint.ignoresBadCredential) return list;
  if (permission === 'optional')
    return [...list, commonErrors.tokenNotValid, commonErrors.apiKeyInvalid];
  list.push(commonErrors.notAuthenticated, commonErrors.tokenNotValid);
  if (endpoint.whenSuspended !== 'allowed') list.push(commonErrors.accountSuspended);
  if (typeof permission === 'object' && 'staff' in permission)
    list.push(commonErrors.permissionDenied);
  if (typeof permission === 'object' && 'key' in permission) list.push(commonErrors.scopeMissing);
  else list.push(commonErrors.jwtRequired);
  return list;
}

export function errorResponsesOf(endpoint: Endpoint, components: Map<string, Json>): Json {
  const readsInput = Boolean(endpoint.params ?? endpoint.query ?? endpoint.body ?? endpoint.files);
  const all = [...(endpoint.errors ?? []), ...impliedErrors(endpoint)];
  const byStatus = new Map<number, ErrorDeclaration[]>(readsInput ? [[400, []]] : []);
  for (const error of all)
    byStatus.set(error.status, [...(byStatus.get(error.status) ?? []), error]);
  return Object.fromEntries(
    [...byStatus].map(([status, errors]) => {
      const isInput = status === 400 && readsInput;
      const words = errors.map((error) => `${error.code}: ${error.message}`);
      if (isInput) words.push('Validation errors by field.');
      const schema = isOpenAiPath(endpoint.path)
        ? openAiErrorSchema(components)
        : anyErrorSchema(errors, isInput, components);
      return [status, { description: [...new Set(words)].join('\n'), ...json(schema) }];
    }),
  );
}

function anyErrorSchema(
  errors: readonly ErrorDeclaration[],
  isInput: boolean,
  components: Map<string, Json>,
): Json {
  const fields = { type: 'object', additionalProperties: { type: 'array' } };
  const declared = errors.map((error) => errorSchema(error, components));
  const shapes = [...declared, ...(isInput ? [fields] : [])];
  return shapes.length === 1 ? shapes[0]! : { anyOf: shapes };
}

/** Of every error but those by field. */
const contextProperties = {
  request_id: { type: 'string', format: 'uuid' },
  help: { type: 'string', format: 'uri' },
};

const openAiError = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code', ...Object.keys(contextProperties)],
      properties: {
        message: { type: 'string' },
        type: { type: 'string' },
        param: { type: ['string', 'null'] },
        code: { type: ['string', 'null'] },
        ...contextProperties,
      },
    },
  },
};

function openAiErrorSchema(components: Map<string, Json>): Json {
  components.set('OpenAiError', openAiError);
  return { $ref: '#/components/schemas/OpenAiError' };
}

function errorSchema(error: ErrorDeclaration, components: Map<string, Json>): Json {
  const data = toJsonSchema(error.data, 'input', components);
  const words =
    error.status === 400 || error.status === 422
      ? { non_field_errors: { type: 'array', items: { type: 'string' } } }
      : { detail: { type: 'string' } };
  return {
    type: 'object',
    required: [
      ...Object.keys({ ...words, code: 0 }),

      ...((data.required as string[]) ?? []),
      ...Object.keys(contextProperties),
    ],
    properties: {
      ...words,
      code: { const: error.code },
      ...(data.properties as Json),
      ...contextProperties,
    },
  };
}
