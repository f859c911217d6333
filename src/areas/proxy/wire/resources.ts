// Resources: the target hosts that a customer reaches through proxies, and the rules for it.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
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
/** One definition for a resource, its proxies, its statistics and its traffic. */
export const requestsSent = (where: string) =>
  z
    .int()
    .describe(
      `Requests that were sent through a proxy: each proxy that was tried counts. Plans count each request once, as a \`proxy_lease\`. ${where}`,
    );
export const rate = z.number().nullable().describe('0 to 1; null before the first use.');

export const Resource = z
  .object({
    name: z.string().describe('Its name in addresses and logins; never changes.'),
    title: z.string().describe('For people; may be empty.'),
    description: z.string().describe('Your note; may be empty.'),
    target_hosts: z
      .array(z.string())
      .describe('Hosts that may be reached; `*.example.com` includes all below.'),
    strategy: z.enum(strategies).describe('How the next proxy is chosen.'),
    sticky_ttl_seconds: z.int().describe('How long a session keeps its proxy.'),
    countries: z.array(z.string()).describe('Only proxies of these; empty means all.'),
    protocols: z.array(z.enum(protocols)).describe('Only proxies of these; empty means all.'),
    ban_status_codes: z.array(z.int()).describe('Statuses that are a ban.'),
    ban_threshold: z.int().describe('Banned URLs that block a proxy.'),
    ban_window_seconds: z.int().describe('Within how many seconds they count.'),
    ban_headers: z.array(z.string()).describe('Headers that are a ban.'),
    ban_texts: z.array(z.string()).describe('Texts in a body that are a ban.'),
    max_failures: z.int().describe('Failures in a row that block a proxy.'),
    block_duration_seconds: z.int().describe('Of the first block; repeated ones double.'),
    requests_per_minute: z
      .int()
      .nullable()
      .describe('Beyond it requests are refused; null means no limit.'),
    timeout_ms: z.int().describe('For a response of the site.'),
    health_check_url: z.string().nullable().describe('What checks request; null for our own.'),
    uses_pool: z.boolean().describe('Whether proxies of the shared pool serve it.'),
    is_active: z.boolean().describe('False: its requests are refused.'),
    proxies_total: z.int().describe('Own ones, and those of the pool that match.'),
    proxies_available: z.int().describe('That may be used now.'),
    proxies_blocked: z.int().describe('Taken out of use for a time.'),
    proxies_dead: z.int().describe('That failed their checks.'),
    success_rate: rate,
    requests_total: requestsSent('So far.'),
    gateway: z
      .string()
      .nullable()
      .describe('host:port of the gateway; null when it is not enabled.'),
    last_used_at: time.nullable().describe('Null before the first request.'),
    created_at: time.describe('When it was created.'),
    updated_at: time.describe('When a setting last changed.'),
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
export const byName = z.object({ name: z.string().describe('The name of the resource.') });
export const booleanText = z.enum(['true', 'false']).transform((text) => text === 'true');

export const listResources = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/resources/',
  group: 'Resources',
  tool: { toolset: 'proxy' },
  summary: 'List resources',
  description: 'Returns your resources with the number and state of the proxies that serve each.',
  permission,
  work: 'replica',
  query: z.object({
    ...listQuery,
    is_active: booleanText.optional().describe('Only active ones, or only others.'),
  }),
  responses: { 200: createPageSchema(Resource) },
  errors: [commonErrors.invalidPage],
});

export const createResource = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/',
  group: 'Resources',
  tool: { toolset: 'proxy', order: 4 },
  summary: 'Create a resource',
  description:
    'Creates a resource: the sites to reach, and how proxies are chosen, blocked and checked for them. Its name cannot be changed later.',
  permission,
  work: 'none',
  body: createResourceBody,
  responses: { 201: Resource },
  errors: [resourceLimitReached],
});

export const readResource = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/resources/:name/',
  group: 'Resources',
  tool: { toolset: 'proxy' },
  summary: 'Retrieve a resource',
  description:
    'Returns one resource with its settings, its proxies by state and the address of the gateway.',
  permission,
  work: 'read',
  params: byName,
  responses: { 200: Resource },
  errors: [commonErrors.notFound],
});

export const putResource = endpoint({
  method: 'PUT',
  path: '/apix/data_proxy/resources/:name/',
  group: 'Resources',
  tool: { none: 'It replaces a whole object; the tool changes what is given.' },
  summary: 'Replace a resource',
  description:
    'Sets all settings of a resource; what is left out gets its default. The name stays.',
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
  group: 'Resources',
  tool: { toolset: 'proxy', order: 4 },
  summary: 'Update a resource',
  description:
    'Changes the settings that are sent and keeps the others. It applies to the next request.',
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
  group: 'Resources',
  tool: { toolset: 'proxy', order: 4 },
  summary: 'Delete a resource',
  description:
    'Deletes a resource with your own proxies, logins and sources in it. Proxies of the shared pool are not affected.',
  permission,
  work: 'write',
  params: byName,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});
