// Generates the OpenAPI 3.1 document from the contracts, so that it always matches the API.
import type { z } from 'zod';
import type { Bytes, Endpoint, Events, Permission } from '#lib/endpoint.ts';
import { scopesOf } from '#lib/scopes.ts';
import { errorResponsesOf } from './error-responses.ts';
import { type Json, json, toJsonSchema } from './json-schema.ts';

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
    ...rulesOf(endpoint),
    parameters: parametersOf(endpoint, components),
    ...requestBodyOf(endpoint, components),
    responses: {
      ...errorResponsesOf(endpoint, components),
      ...successResponsesOf(endpoint, components),
    },
  };
}

/** What a contract says beyond OpenAPI's own words: the reference at /docs/api prints it. */
function rulesOf(endpoint: Endpoint): Json {
  const { permission, metered, rateLimit, feature, bodyBytesMax, deprecated } = endpoint;
  const isRepeatable = endpoint.method === 'POST' || endpoint.repeatable === 'by-key';
  return {
    ...(deprecated && { deprecated: true, 'x-deprecated': deprecated }),
    'x-permission': permission,
    ...(metered && { 'x-metered': { group: metered.group, unit: metered.metric ?? 'request' } }),
    ...(rateLimit !== undefined && {
      'x-rate-limit':
        rateLimit === 'none'
          ? 'none'
          : { calls: rateLimit.points, window_seconds: rateLimit.windowSeconds },
    }),
    ...(isRepeatable && { 'x-idempotency-key': endpoint.responseHasSecret ? 'once' : 'accepted' }),
    ...(feature && { 'x-feature': feature }),
    ...(endpoint.whenSuspended === 'allowed' && { 'x-allowed-when-suspended': true }),
    ...(bodyBytesMax !== undefined && { 'x-body-bytes-max': bodyBytesMax }),
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
  if ('key' in permission) {
    const [scope, ...others] = scopesOf(permission);
    return others.length === 0
      ? `Requires a session, or an API key with the scope ${scope}.`
      : `Requires a session, or an API key with the scopes of what it asks for: ${[scope, ...others].join(', ')}.`;
  }
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
    const schema = formSchema(endpoint, endpoint.files, components);
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!endpoint.body) return {};
  if (endpoint.body === 'raw') return { requestBody: { required: true, content: { '*/*': {} } } };
  return {
    requestBody: { required: true, ...json(toJsonSchema(endpoint.body, 'input', components)) },
  };
}

function formSchema(
  { body }: Endpoint,
  files: NonNullable<Endpoint['files']>,
  components: Map<string, Json>,
): Json {
  const fields = body && body !== 'raw' ? toJsonSchema(body, 'input', components) : {};
  const required = [...Object.keys(files), ...((fields.required as string[]) ?? [])];
  const binary = Object.keys(files).map((name) => [name, { type: 'string', format: 'binary' }]);
  const properties = { ...Object.fromEntries(binary), ...(fields.properties as Json) };
  return { type: 'object', required, properties };
}

function successResponsesOf(endpoint: Endpoint, components: Map<string, Json>): Json {
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, shape]) => {
      const description = status === '204' ? 'Success, without a body.' : 'Success.';
      if (!shape) return [status, { description }];
      const others = (status === '200' && endpoint.otherTypes) || [];
      const content = [shape, ...others].map((one) => contentOf(one, components));
      const file = status === '200' && endpoint.download;
      if (file) content.push({ [file.bytes]: { schema: { type: 'string' } } });
      return [status, { description, content: Object.assign({}, ...content) }];
    }),
  );
}

function contentOf(shape: z.ZodType | Bytes | Events, components: Map<string, Json>): Json {
  if ('bytes' in shape)
    return {
      [shape.bytes]: {
        schema: { type: 'string', ...(!shape.bytes.startsWith('text/') && { format: 'binary' }) },
      },
    };
  if ('event' in shape)
    return { 'text/event-stream': { schema: toJsonSchema(shape.event, 'input', components) } };
  return json(toJsonSchema(shape, 'input', components)).content;
}
