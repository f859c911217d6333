// Resources: the target hosts that a customer reaches through proxies, and the rules for it.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { protocols } from './proxies.constants.ts';
import { resourceDefaults, strategies } from './resources.constants.ts';
import { resourceSchema } from './resources.form.ts';

const { name, ...shape } = resourceSchema.shape;
const full = {
  title: shape.title.default(resourceDefaults.title),
  description: shape.description.default(resourceDefaults.description),
  target_hosts: shape.target_hosts,
  strategy: shape.strategy.default(resourceDefaults.strategy),
  sticky_ttl_seconds: shape.sticky_ttl_seconds.default(resourceDefaults.sticky_ttl_seconds),
  countries: shape.countries.default(resourceDefaults.countries),
  protocols: shape.protocols.default(resourceDefaults.protocols),
  ban_status_codes: shape.ban_status_codes.default(resourceDefaults.ban_status_codes),
  ban_threshold: shape.ban_threshold.default(resourceDefaults.ban_threshold),
  ban_window_seconds: shape.ban_window_seconds.default(resourceDefaults.ban_window_seconds),
  ban_headers: shape.ban_headers.default(resourceDefaults.ban_headers),
  ban_texts: shape.ban_texts.default(resourceDefaults.ban_texts),
  max_failures: shape.max_failures.default(resourceDefaults.max_failures),
  block_duration_seconds: shape.block_duration_seconds.default(
    resourceDefaults.block_duration_seconds,
  ),
  requests_per_minute: shape.requests_per_minute.default(resourceDefaults.requests_per_minute),
  timeout_ms: shape.timeout_ms.default(resourceDefaults.timeout_ms),
  health_check_url: shape.health_check_url.default(resourceDefaults.health_check_url),
  uses_pool: shape.uses_pool.default(resourceDefaults.uses_pool),
  is_active: shape.is_active.default(resourceDefaults.is_active),
};

// Accepted only so that a different name can be rejected: names are part of URLs and logins.
const sameName = { name: z.string().optional() };

export const createResourceBody = z.object({ name, ...full });
export type CreateResourceBody = z.output<typeof createResourceBody>;
export const putResourceBody = z.object({ ...sameName, ...full });
export const patchResourceBody = z.object({ ...sameName, ...z.object(shape).partial().shape });
export type EditResourceBody = z.output<typeof patchResourceBody>;

const time = z.iso.datetime();
export const rate = z.number().nullable().describe('0 to 1; null before the first use.');

export const Resource = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    target_hosts: z.array(z.string()),
    strategy: z.enum(strategies),
    sticky_ttl_seconds: z.int(),
    countries: z.array(z.string()),
    protocols: z.array(z.enum(protocols)),
    ban_status_codes: z.array(z.int()),
    ban_threshold: z.int(),
    ban_window_seconds: z.int(),
    ban_headers: z.array(z.string()),
    ban_texts: z.array(z.string()),
    max_failures: z.int(),
    block_duration_seconds: z.int(),
    requests_per_minute: z.int().nullable(),
    timeout_ms: z.int(),
    health_check_url: z.string().nullable(),
    uses_pool: z.boolean(),
    is_active: z.boolean(),
    proxies_total: z.int(),
    proxies_available: z.int(),
    proxies_blocked: z.int(),
    proxies_dead: z.int(),
    success_rate: rate,
    requests_total: z.int(),
    gateway: z
      .string()
      .nullable()
      .describe('host:port of the gateway; null when it is not enabled.'),
    last_used_at: time.nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'ProxyResource' });
export type ResourceWire = z.infer<typeof Resource>;

export const resourceLimitReached = declareError(
  'resource_limit_reached',
  400,
  'Your plan has no room for another resource. Delete one, or choose a larger plan.',
  {
    limit: z.int().describe('Resources that the plan allows.'),
    available: z.int().describe('How many more can be created: always 0.'),
  },
);

const permission = { key: 'proxy' } as const;
export const byName = z.object({ name: z.string() });
export const booleanText = z.enum(['true', 'false']).transform((text) => text === 'true');

export const listResources = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/resources/',
  summary: 'List resources',
  permission,
  work: 'replica',
  query: z.object({ ...listQuery, is_active: booleanText.optional() }),
  responses: { 200: pageOf(Resource) },
  errors: [commonErrors.invalidPage],
});

export const createResource = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/',
  summary: 'Create a resource',
  permission,
  work: 'none',
  body: createResourceBody,
  responses: { 201: Resource },
  errors: [resourceLimitReached],
});

export const readResource = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/resources/:name/',
  summary: 'Retrieve a resource',
  permission,
  work: 'read',
  params: byName,
  responses: { 200: Resource },
  errors: [commonErrors.notFound],
});

export const putResource = endpoint({
  method: 'PUT',
  path: '/apix/data_proxy/resources/:name/',
  summary: 'Replace a resource',
  permission,
  work: 'none',
  params: byName,
  body: putResourceBody,
  responses: { 200: Resource },
  errors: [commonErrors.notFound],
});

export const patchResource = endpoint({
  method: 'PATCH',
  path: '/apix/data_proxy/resources/:name/',
  summary: 'Update a resource',
  permission,
  work: 'none',
  params: byName,
  body: patchResourceBody,
  responses: { 200: Resource },
  errors: [commonErrors.notFound],
});

export const deleteResource = endpoint({
  method: 'DELETE',
  path: '/apix/data_proxy/resources/:name/',
  summary: 'Delete a resource',
  permission,
  work: 'write',
  params: byName,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});
