// Generates OpenAPI 3.1 documents from the contracts, so that they always match the API.

import { z } from 'zod';
import { type ApiArea, type ApiDescription, listEndpoints } from '#lib/api-description.ts';
import { listCustomerEvents } from '#lib/customer-events.ts';
import type { Endpoint, Permission } from '#lib/endpoint.ts';
import type { ExampleValues } from '#lib/openapi-examples.ts';
import type { Schemas } from '#lib/openapi-types.ts';
import { createPageSchema } from '#lib/pagination.ts';
import { listScopes } from '#lib/scopes.ts';
import { staffPermissions } from '#lib/staff-permissions.ts';
import { describeRequestBody, describeSuccesses } from './bodies.ts';
import { describeWebhooks } from './customer-events.ts';
import { describeRequests } from './describe-requests.ts';
import { describeErrors, placeErrorExamples } from './error-responses.ts';
import { extendSchemas } from './extend-schemas.ts';
import { isRepeatable, usedHeaders } from './headers.ts';
import {
  type Audience,
  createDraft,
  type Draft,
  type Json,
  printSchema,
  staffMark,
  toJsonSchema,
} from './json-schema.ts';
import { byUse, type PlacedCall } from './order-calls.ts';
import { describeParameters } from './parameters.ts';
import { placeExamples } from './place-examples.ts';
import { nameForSdk } from './sdk-names.ts';
import { shareComponents } from './share-components.ts';

/** The document that a call is in. Calls of other servers, with signed bodies, are in staff's. */
export function findAudience({ permission, body }: Endpoint): Audience {
  if (typeof permission === 'object' && 'staff' in permission) return 'staff';
  return permission === 'public' && body === 'raw' ? 'staff' : 'customers';
}

/** What all pages of lists have in common. */
const pageSchema = createPageSchema(z.unknown()).omit({ results: true }).meta({ id: 'Page' });

/** Calls that staff make too, for the objects of customers, or with more fields. */
const isAlsoForStaff = (endpoint: Endpoint): boolean =>
  endpoint.staffAlso !== undefined ||
  [endpoint.query, endpoint.body].some(
    (schema) =>
      schema !== undefined &&
      schema !== 'raw' &&
      JSON.stringify(printSchema(schema)).includes(staffMark),
  );

/** Whether a call is in the document: staff's has what they do beyond the calls of customers. */
export const isFor = (audience: Audience, endpoint: Endpoint): boolean =>
  findAudience(endpoint) === audience || (audience === 'staff' && isAlsoForStaff(endpoint));

export type DocumentOptions = {
  audience: Audience;
  info: Json;
  /** The address of the API. */
  url: string;
  /** Those of the areas. */
  examples?: readonly ExampleValues[];
};

/** The calls of a document, in the order of use. Throws when a call is in no area or group. */
export function listCalls({ contracts, areas }: ApiDescription, audience: Audience): PlacedCall[] {
  return listEndpoints(contracts)
    .filter(({ endpoint }) => isFor(audience, endpoint))
    .map((call) => {
      const area = areas[call.area];
      const { group = '' } = audience === 'customers' ? call.endpoint : {};
      if (!area || (audience === 'customers' && !area.groups.includes(group)))
        throw new Error(`${call.name} is in no group of its area.`);
      return { ...call, place: { area, group } };
    })
    .sort(byUse(Object.values(areas)));
}

/** The names of all calls for the SDK. Throws when two calls have one name. */
function nameCalls({ contracts, areas }: ApiDescription): Map<string, string> {
  const all = listEndpoints(contracts).map(({ name, area }) => ({
    operationId: name,
    area: areas[area]?.slug ?? area,
  }));
  const ids = all.map(({ operationId }) => operationId);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice) throw new Error(`Two endpoints are called ${twice}.`);
  return nameForSdk(all);
}

/** Throws when two endpoints have the same name: operation ids must be unique. */
export function createOpenApiDocument(
  api: ApiDescription,
  { audience, info, url, examples }: DocumentOptions,
): Json {
  const draft = createDraft(audience, examples);
  const calls = listCalls(api, audience);
  const sdkNames = nameCalls(api);
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const { method, path } = call.endpoint;
    const apiPath = path.replace(/:(\w+)/g, '{$1}');
    const operation = describeOperation(call, sdkNames.get(call.name)!, draft);
    paths[apiPath] = { ...paths[apiPath], [method.toLowerCase()]: operation };
  }
  toJsonSchema(pageSchema, draft);
  const events = listCustomerEvents(api.contracts).map(({ event }) => event);
  const webhooks = audience === 'customers' && events.length > 0 && describeWebhooks(events, draft);
  extendSchemas(draft.schemas, paths, 'Page');
  const all = Object.fromEntries(draft.schemas) as Schemas;
  describeRequests(paths, all);
  placeExamples(paths, all);
  placeErrorExamples(draft);
  const used = new Set(calls.map(({ place }) => place.area));
  const schemas = [...draft.schemas].sort(([a], [b]) => a.localeCompare(b));
  const shared = shareComponents(paths);
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url }],
    security: keyOrSession,
    tags: Object.values(api.areas)
      .filter((area) => used.has(area))
      .map((area) => toTag(area, url)),
    components: {
      schemas: Object.fromEntries(schemas),
      ...shared,
      headers: usedHeaders([shared, paths]),
      securitySchemes,
    },
    paths,
    ...(webhooks && { webhooks }),
  };
}

const toTag = ({ title, sentence, guide }: ApiArea, url: string): Json => ({
  name: title,
  description: sentence,
  ...(guide && {
    externalDocs: { url: url.replace(/\/$/, '') + guide, description: 'Guide' },
  }),
});

function describeOperation(call: PlacedCall, sdkName: string, draft: Draft): Json {
  const { name, endpoint, place } = call;
  const { description, permission } = endpoint;
  if (!description) throw new Error(`${name} needs a description.`);
  return {
    operationId: name,
    tags: [place.area.title],
    summary: endpoint.summary,
    description: [description, describePermission(endpoint)].filter(Boolean).join('\n\n'),
    'x-sdk': sdkName,
    ...describeSecurity(permission, endpoint.signedLink),
    ...describeRules(endpoint),
    ...describeParameters(endpoint, draft),
    ...describeRequestBody(endpoint, draft),
    responses: {
      ...describeSuccesses(endpoint, draft),
      ...describeErrors(call, draft),
    },
  };
}

/** What a contract says beyond OpenAPI's own words: the reference at /docs/api prints it. */
function describeRules(endpoint: Endpoint): Json {
  const { permission, metered, rateLimit, feature, bodyBytesMax, deprecated } = endpoint;
  return {
    ...(deprecated && { deprecated: true, 'x-deprecated': deprecated }),
    'x-permission':
      typeof permission === 'object' && 'staff' in permission
        ? { staff: staffPermissions[permission.staff] }
        : permission,
    ...(metered && { 'x-metered': { group: metered.group, unit: metered.metric ?? 'request' } }),
    ...(rateLimit !== undefined && {
      'x-rate-limit':
        rateLimit === 'none'
          ? 'none'
          : { calls: rateLimit.points, window_seconds: rateLimit.windowSeconds },
    }),
    ...(isRepeatable(endpoint) && {
      'x-idempotency-key': endpoint.responseHasSecret ? 'once' : 'accepted',
    }),
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
    const [scope, ...others] = listScopes(permission);
    return others.length === 0
      ? `Requires a session, or an API key with the scope \`${scope}\`.`
      : `Requires a session, or an API key with the scopes of what it asks for: ${[scope, ...others].join(', ')}.`;
  }
  return `Requires a session with one of the roles ${[...new Set([...staffPermissions[permission.staff], 'admin'])].join(', ')}.`;
}

const keyOrSession = [{ apiKey: [] }, { session: [] }];

/** Most calls accept a key or a session, as the whole document says. */
function describeSecurity(permission: Permission, signedLink = false): Json {
  if (permission === 'public') return { security: [] };
  if (permission === 'optional') return { security: [{}, ...keyOrSession] };
  const accepted =
    typeof permission === 'object' && 'key' in permission ? keyOrSession : [{ session: [] }];
  if (signedLink) return { security: [{}, ...accepted] };
  return accepted === keyOrSession ? {} : { security: accepted };
}

const securitySchemes = {
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
    description: `An API key from the dashboard. It may also be sent as
\`Authorization: ApiKey <key>\`, \`Api-Key <key>\` or \`Bearer <key>\`; send only one of them.
A key that begins with \`sk_test_\` works in test mode: the same calls on data of their own.

The error \`code\` names the reason of a refusal. 401, for an invalid key: \`api_key_invalid\`,
\`api_key_revoked\`, \`api_key_expired\`, \`api_key_inactive\`, \`api_key_ip_denied\`. 403, for a key
without permission: \`scope_missing\`, or \`jwt_required\` for calls that require a session.
429, for limits: \`throttled\`, \`quota_exceeded\`.`,
  },
};
