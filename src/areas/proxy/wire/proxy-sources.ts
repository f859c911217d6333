// Addresses of providers' lists. Each is refreshed regularly, and its proxies are added, updated and
// disabled as the list changes. Of a customer's resource, and of the shared pool for staff.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { byId, limitReached, uuidId } from '#lib/wire/fields.ts';
import { protocols, proxyTypes } from './proxies.constants.ts';
import { listFormats, sourceErrorNames } from './proxy-sources.constants.ts';
import { createSourceBody, updateSourceBody } from './proxy-sources.form.ts';
import { byName } from './resources.ts';

const time = z.iso.datetime();

export const ProxySource = z
  .object({
    id: uuidId,
    name: z.string().describe('Yours.'),
    url: z.string().describe('Without access to credentials only its host, then ***.'),
    format: z.enum(listFormats).describe('Of the list.'),
    has_authorization: z.boolean().describe('Whether a header is sent.'),
    has_login: z.boolean().describe('A user name or password for lines without one.'),
    protocol: z.enum(protocols).describe('Of proxies whose line names none.'),
    type: z.enum(proxyTypes).nullable().describe('Of its proxies.'),
    country_code: z.string().nullable().describe('Of its proxies, unless their line says it.'),
    provider: z.string().describe('Who sells them.'),
    refresh_minutes: z.int().describe('How often it is loaded.'),
    missed_max: z
      .int()
      .describe('Refreshes in a row without a proxy after which it is no longer used.'),
    is_active: z.boolean().describe('False: it is not loaded.'),
    is_refreshing: z.boolean().describe('A refresh is due or in progress.'),
    next_refresh_at: time.nullable().describe('Null while it is not active.'),
    refreshed_at: time.nullable().describe('The last attempt.'),
    succeeded_at: time.nullable().describe('The last good list.'),
    error: z.enum(sourceErrorNames).nullable().describe('Why the last attempt failed.'),
    how_to_fix: z.string().nullable().describe('In words; null without an error.'),
    failures_in_row: z.int().describe('Since it was last loaded.'),
    proxies_total: z.int().describe('Of the source, in use.'),
    last_result: z
      .object({
        listed: z.int().describe('Lines of the list.'),
        added: z.int().describe('New proxies.'),
        updated: z.int().describe('Existing proxies with other attributes.'),
        missing: z.int().describe('No longer listed, and so no longer used.'),
        rejected: z.int().describe('Lines that are invalid, private or beyond the limit.'),
      })
      .nullable()
      .describe('Of the last good list that had changed.'),
    created_at: time.describe('When it was created.'),
    updated_at: time.describe('When it last changed.'),
  })
  .meta({ id: 'ProxySource' });
export type ProxySourceWire = z.infer<typeof ProxySource>;

export const sourceLimitReached = declareError(
  'proxy_source_limit_reached',
  400,
  'You have reached the limit of proxy sources. Delete one that you no longer need.',
  { limit: limitReached },
);

const { page, page_size, limit } = listQuery;
const query = z.object({ page, page_size, limit });
/** A program would exceed the limits of most providers. */
const rateLimit = { points: 30, windowSeconds: 60 };

const permission = { key: 'proxy' } as const;
const ofResource = '/apix/data_proxy/resources/:name/sources/';
const bySource = z.object({
  name: z.string().describe('The name of the resource.'),
  id: z.string().describe('The `id` of the source.'),
});

export const listSources = endpoint({
  method: 'GET',
  path: ofResource,
  group: 'Lists of proxies',
  tool: { toolset: 'proxy', order: 5 },
  summary: 'List proxy sources',
  description:
    'Returns the addresses from which proxies of a resource are loaded, with the last result of each.',
  permission,
  work: 'read',
  params: byName,
  query,
  responses: { 200: createPageSchema(ProxySource) },
  errors: [commonErrors.notFound],
});

export const createSource = endpoint({
  method: 'POST',
  path: ofResource,
  group: 'Lists of proxies',
  tool: { toolset: 'proxy', order: 5, isOpenWorld: true },
  summary: 'Create a proxy source',
  description:
    "Loads a provider's list from an address, now and every `refresh_minutes`. The address is stored encrypted.",
  permission,
  work: 'none',
  params: byName,
  body: createSourceBody,
  bodyHasSecret: true,
  responses: { 201: ProxySource },
  errors: [commonErrors.notFound, sourceLimitReached],
});

export const updateSource = endpoint({
  method: 'PATCH',
  path: `${ofResource}:id/`,
  group: 'Lists of proxies',
  tool: { toolset: 'proxy', order: 5 },
  summary: 'Update a proxy source',
  description: 'Changes the settings of a source and loads its list again at once.',
  permission,
  work: 'none',
  params: bySource,
  body: updateSourceBody,
  bodyHasSecret: true,
  responses: { 200: ProxySource },
  errors: [commonErrors.notFound],
});

export const refreshSource = endpoint({
  method: 'POST',
  path: `${ofResource}:id/refresh/`,
  group: 'Lists of proxies',
  tool: { toolset: 'proxy', order: 5, isOpenWorld: true },
  summary: 'Refresh a proxy source',
  description:
    'Asks for the list now instead of waiting. A list that cannot be read changes nothing.',
  permission,
  work: 'write',
  rateLimit,
  params: bySource,
  responses: { 200: ProxySource },
  errors: [commonErrors.notFound],
});

export const deleteSource = endpoint({
  method: 'DELETE',
  path: `${ofResource}:id/`,
  group: 'Lists of proxies',
  tool: { toolset: 'proxy', order: 6 },
  summary: 'Delete a proxy source with its proxies',
  description:
    'Deletes a source and the proxies that it added. Proxies that you added by hand stay.',
  permission,
  work: 'write',
  params: bySource,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

const ofPool = '/apix/admin/proxy-sources/';

export const listPoolSources = endpoint({
  method: 'GET',
  path: ofPool,
  summary: 'List proxy sources of the pool',
  description: 'Returns the addresses from which the pool is loaded, with the last result of each.',
  permission: staffOnly('proxies.read'),
  work: 'read',
  query,
  responses: { 200: createPageSchema(ProxySource) },
  errors: [commonErrors.invalidPage],
});

export const createPoolSource = endpoint({
  method: 'POST',
  path: ofPool,
  summary: 'Create a proxy source of the pool',
  description:
    "Loads a provider's list into the shared pool, now and every `refresh_minutes`. The address is stored encrypted.",
  audited: 'created proxy source',
  permission: staffOnly('proxies.write'),
  work: 'none',
  body: createSourceBody,
  bodyHasSecret: true,
  responses: { 201: ProxySource },
  errors: [sourceLimitReached],
});

export const updatePoolSource = endpoint({
  method: 'PATCH',
  path: `${ofPool}:id/`,
  summary: 'Update a proxy source of the pool',
  description: 'Changes the settings of a source of the pool and loads its list again at once.',
  audited: 'updated proxy source',
  permission: staffOnly('proxies.write'),
  work: 'none',
  params: byId,
  body: updateSourceBody,
  bodyHasSecret: true,
  responses: { 200: ProxySource },
  errors: [commonErrors.notFound],
});

export const refreshPoolSource = endpoint({
  method: 'POST',
  path: `${ofPool}:id/refresh/`,
  summary: 'Refresh a proxy source of the pool',
  description:
    'Asks for the list of a source now instead of waiting. A list that cannot be read changes nothing.',
  audited: 'refreshed proxy source',
  permission: staffOnly('proxies.write'),
  work: 'write',
  rateLimit,
  params: byId,
  responses: { 200: ProxySource },
  errors: [commonErrors.notFound],
});

export const deletePoolSource = endpoint({
  method: 'DELETE',
  path: `${ofPool}:id/`,
  summary: 'Delete a proxy source of the pool with its proxies',
  description:
    'Deletes a source and the proxies that it added to the pool. Proxies that were added by hand stay.',
  audited: 'deleted proxy source',
  permission: staffOnly('proxies.write'),
  work: 'write',
  params: byId,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});
