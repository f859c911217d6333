// Generates the OpenAPI 3.1 document from the contracts, so that it always matches the API.
import { z } from 'zod';
import {
  commonErrors,
  type Endpoint,
  type ErrorDeclaration,
  type Permission,
} from '#lib/endpoint.ts';

type Json = Record<string, unknown>;
/** The exports of a contract module by name; only the endpoints among them are documented. */
export type Contract = Readonly<Record<string, unknown>>;
export type NamedEndpoint = { name: string; area: string; endpoint: Endpoint };

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

export function listEndpoints(contracts: Readonly<Record<string, Contract>>): NamedEndpoint[] {
  return Object.entries(contracts).flatMap(([area, contract]) =>
    Object.entries(contract).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ name, area, endpoint: value }] : [],
    ),
  );
}

const apiKeyDescription = `An API key from the dashboard. It may also be sent as
\`Authorization: ApiKey <key>\`, \`Api-Key <key>\` or \`Bearer <key>\`; send only one of them.

The error \`code\` names the reason of a refusal. 401, for an invalid key: \`api_key_invalid\`,
\`api_key_revoked\`, \`api_key_expired\`, \`api_key_inactive\`, \`api_key_ip_denied\`. 403, for a key
without permission: \`scope_missing\`, or \`jwt_required\` for calls that require a session.
429, for limits: \`throttled\`, \`quota_exceeded\`.`;

/** Throws when two endpoints have the same name: operation ids must be unique. */
export function createOpenApiDocument(
  contracts: Readonly<Record<string, Contract>>,
  info: { title: string; version: string; description: string },
): Json {
  const components = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  const names = new Set<string>();
  for (const { name, area, endpoint } of listEndpoints(contracts)) {
    if (names.has(name)) throw new Error(`two endpoints are called ${name}`);
    names.add(name);
    const url = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[url] ??= {};
    paths[url][endpoint.method.toLowerCase()] = operationOf(name, area, endpoint, components);
  }
  return {
    openapi: '3.1.0',
    info,
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a session.',
        },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: apiKeyDescription,
        },
      },
    },
  };
}

function operationOf(
  name: string,
  area: string,
  endpoint: Endpoint,
  components: Map<string, Json>,
): Json {
  return {
    operationId: name,
    tags: [endpoint.path.startsWith('/apix/admin/') ? 'admin' : area],
    summary: endpoint.summary,
    description: describePermission(endpoint),
    security: [...(endpoint.signedLink ? [{}] : []), ...securityOf(endpoint.permission)],
    parameters: parametersOf(endpoint, components),
    ...requestBodyOf(endpoint, components),
    responses: {
      ...errorResponsesOf(endpoint, components),
      ...successResponsesOf(endpoint, components),
    },
  };
}

function describePermission({ permission, signedLink }: Endpoint): string {
  const words = describeCaller(permission);
  return signedLink ? `${words} A signed URL needs no credentials.` : words;
}

function describeCaller(permission: Permission): string {
  if (permission === 'public') return 'No authentication required.';
  if (permission === 'optional')
    return 'No authentication required. A session or an API key is used if sent.';
  if (permission === 'user') return 'Requires a session.';
  if ('key' in permission)
    return `Requires a session, or an API key with the scope ${permission.key}.`;
  return `Requires a session with one of the roles ${[...new Set([...permission.staff, 'admin'])].join(', ')}.`;
}

function securityOf(permission: Permission): Json[] {
  if (permission === 'public') return [];
  if (permission === 'optional') return [{}, { session: [] }, { apiKey: [] }];
  if (typeof permission === 'object' && 'key' in permission)
    return [{ session: [] }, { apiKey: [] }];
  return [{ session: [] }];
}

function parametersOf(endpoint: Endpoint, components: Map<string, Json>): Json[] {
  return (['params', 'query'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!schema) return [];
    const printed = toJsonSchema(schema, 'input', components);
    const required = (printed.required as string[] | undefined) ?? [];
    return Object.entries((printed.properties as Record<string, Json>) ?? {}).map(
      ([name, { description, ...of }]) => ({
        name,
        in: part === 'params' ? 'path' : 'query',
        required: part === 'params' || required.includes(name),
        ...(description !== undefined && { description }),
        schema: of,
      }),
    );
  });
}

function requestBodyOf(endpoint: Endpoint, components: Map<string, Json>): Json {
  if (endpoint.files) {
    const properties = Object.fromEntries(
      Object.keys(endpoint.files).map((name) => [name, { type: 'string', format: 'binary' }]),
    );
    const schema = { type: 'object', required: Object.keys(endpoint.files), properties };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!endpoint.body) return {};
  if (endpoint.body === 'raw') return { requestBody: { required: true, content: { '*/*': {} } } };
  return {
    requestBody: { required: true, ...json(toJsonSchema(endpoint.body, 'input', components)) },
  };
}

function successResponsesOf(endpoint: Endpoint, components: Map<string, Json>): Json {
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, shape]) => {
      const description = status === '204' ? 'Success, without a body.' : 'Success.';
      if (!shape) return [status, { description }];
      if ('bytes' in shape) {
        const schema = { type: 'string', format: 'binary' };
        return [status, { description, content: { [shape.bytes]: { schema } } }];
      }
      if ('event' in shape) {
        const schema = toJsonSchema(shape.event, 'input', components);
        return [status, { description, content: { 'text/event-stream': { schema } } }];
      }
      const { content } = json(toJsonSchema(shape, 'input', components));
      const file = status === '200' && endpoint.download;
      const schema = { type: 'string' };
      return [
        status,
        { description, content: { ...content, ...(file && { [file.bytes]: { schema } }) } },
      ];
    }),
  );
}

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

function errorResponsesOf(endpoint: Endpoint, components: Map<string, Json>): Json {
  const readsInput = Boolean(endpoint.params ?? endpoint.query ?? endpoint.body ?? endpoint.files);
  const all = [...(endpoint.errors ?? []), ...impliedErrors(endpoint)];
  const byStatus = new Map<number, ErrorDeclaration[]>(readsInput ? [[400, []]] : []);
  for (const error of all)
    byStatus.set(error.status, [...(byStatus.get(error.status) ?? []), error]);
  return Object.fromEntries(
    [...byStatus].map(([status, errors]) => {
      const isInput = status === 400 && readsInput;
      const shapes = errors.map((error) => errorSchema(error, components));
      const words = errors.map((error) => `${error.code}: ${error.message}`);
      if (isInput) {
        words.push('Validation errors by field.');
        shapes.push({ type: 'object', additionalProperties: { type: 'array' } });
      }
      const schema = shapes.length === 1 ? shapes[0]! : { anyOf: shapes };
      return [status, { description: [...new Set(words)].join('\n'), ...json(schema) }];
    }),
  );
}

function errorSchema(error: ErrorDeclaration, components: Map<string, Json>): Json {
  const data = toJsonSchema(error.data, 'input', components);
  const words =
    error.status === 400 || error.status === 422
      ? { non_field_errors: { type: 'array', items: { type: 'string' } } }
      : { detail: { type: 'string' } };
  const named = error.status >= 500 ? { request_id: { type: 'string', format: 'uuid' } } : {};
  return {
    type: 'object',
    required: [
      ...Object.keys({ ...words, code: 0, ...named }),
      ...((data.required as string[]) ?? []),
    ],
    properties: {
      ...words,
      code: { const: error.code },
      ...(data.properties as Json),
      ...named,
    },
  };
}

const json = (schema: Json) => ({ content: { 'application/json': { schema } } });

/** Moves schemas with `.meta({ id })` to components/schemas. */
function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Map<string, Json>,
): Json {
  const printed = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' });
  const {
    $schema: _,
    $defs,
    id,
    ...rest
  } = simplifySchema(printed) as Json & { $defs?: Record<string, Json> };
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id: __, ...body } = definition;
    components.set(name, body);
  }
  if (typeof id !== 'string') return rest;
  components.set(id, rest);
  return { $ref: `#/components/schemas/${id}` };
}

const integerMax = Number.MAX_SAFE_INTEGER;

/** Points references to components and drops what only repeats a format or the integer range. */
function simplifySchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplifySchema);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'pattern' && 'format' in node) return [];
    if (key === 'maximum' && value === integerMax) return [];
    if (key === 'minimum' && value === -integerMax) return [];
    if (key === '$ref') return [[key, String(value).replace('#/$defs/', '#/components/schemas/')]];
    return [[key, simplifySchema(value)]];
  });
  return Object.fromEntries(entries);
}
