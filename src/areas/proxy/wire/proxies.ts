// The proxies of a resource: listed for use, added, tested and released.
import { z } from 'zod';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { uuidId } from '#lib/wire/fields.ts';
import {
  failureReasons,
  protocols,
  proxiesMax,
  proxyStatuses,
  proxyTypes,
} from './proxies.constants.ts';
import { importBody } from './proxies.form.ts';
import { booleanText, byName, requestsSent } from './resources.ts';
import { country, session } from './selection.form.ts';

const time = z.iso.datetime();
const permission = { key: 'proxy' } as const;
const byProxy = z.object({
  name: z.string().describe('The name of the resource.'),
  id: z.string().describe('The `id` of the proxy.'),
});

export const ProxyItem = z
  .object({
    id: uuidId,
    host: z.string().describe('Host name or IP address.'),
    port: z.int().describe('1 to 65535.'),
    protocol: z.enum(protocols).describe('How to speak to it.'),
    username: z.string().nullable().describe('`***` without access to credentials.'),
    password: z.string().nullable().describe('*** without access to credentials.'),
    url: z.string().describe('All of it as one address.'),
    is_own: z.boolean().describe('Added by you; others belong to the shared pool.'),
    country_code: z.string().nullable().describe('Two letters; null if not known.'),
    city: z.string().describe('May be empty.'),
    asn: z.int().nullable().describe('Number of its network.'),
    type: z.enum(proxyTypes).describe('What kind of address it has.'),
    provider: z.string().describe('Who sells it; may be empty.'),
    status: z.enum(proxyStatuses).describe('For this resource.'),
    latency_ms: z.int().nullable().describe('In milliseconds.'),
    success_rate: z.number().nullable().describe('Of its requests for this resource, 0 to 1.'),
    requests_total: requestsSent('Through this one, for this resource.'),
    failures_in_row: z.int().describe('Since the last success.'),
    last_used_at: time.nullable().describe('Null before the first request.'),
    last_checked_at: time.nullable().describe('Null before the first check.'),
    last_error: z.enum(failureReasons).nullable().describe('Of the last failed request or check.'),
    how_to_fix: z.string().nullable().describe('In words; null without an error.'),
    exit_address: z.string().nullable().describe('The IP address that sites see.'),
    blocked_until: time.nullable().describe('Null unless it is blocked.'),
    block_count: z.int().describe('Blocks within a day of each other.'),
    block_reason: z.enum(failureReasons).nullable().describe('Why it is blocked.'),
    block_note: z.string().nullable().describe('Status, URL and note of the block.'),
  })
  .meta({ id: 'Proxy' });
export type ProxyWire = z.infer<typeof ProxyItem>;

export const Pool = z
  .object({
    total: z.int().describe('Proxies that match the resource.'),
    available: z.int().describe('May be used now.'),
    cooldown: z.int().describe('Wait after a failure.'),
    blocked: z.int().describe('Taken out of use for a time.'),
    dead: z.int().describe('Failed their checks.'),
    next_release_at: time.nullable().describe('When the next one is available again.'),
    exhausted_at: time
      .nullable()
      .describe('Forecast of when none is left, at the rate of the last 6 hours.'),
  })
  .meta({ id: 'ProxyPool' });
export type PoolWire = z.infer<typeof Pool>;

/** An overview is free; proxies listed for use count as leases. */
export const isOverview = (query: { status?: unknown; overview?: unknown }): boolean =>
  query.status === 'all' || query.overview === true;

const { page, page_size, limit, search, ordering } = listQuery;

export const listProxies = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/resources/:name/proxies/',
  group: 'Proxies',
  tool: { toolset: 'proxy', order: 2 },
  summary: 'List proxies of a resource',
  description:
    "Leases proxies to use yourself, in the order of the resource's strategy; each call counts as one lease. `status=all` or `overview=true` is a free overview without logins.",
  permission,
  work: 'read',
  feature: 'proxy',
  metered: {
    group: 'proxy',
    metric: 'proxy_lease',
    // It contains no credentials, so its proxies cannot be used.
    isFree: ({ query }) => isOverview(query ?? {}),
  },
  params: byName,
  query: z.object({
    page,
    page_size,
    limit,
    search,
    ordering: ordering.describe(
      'latency_ms, success_rate or last_used_at. Default: the strategy of the resource.',
    ),
    status: z
      .enum([...proxyStatuses, 'all'])
      .default('available')
      .describe('all always returns an overview.'),
    overview: booleanText.optional().describe('Free, without credentials, oldest first.'),
    country: country.optional(),
    protocol: z.enum(protocols).optional().describe('Only proxies of this protocol.'),
    session: session.optional(),
    format: z.enum(['json', 'txt']).default('json').describe('txt: one URL per line.'),
  }),
  responses: {
    200: createPageSchema(ProxyItem).extend({
      pool: Pool.describe('How many proxies are in which state.'),
    }),
  },
  download: bytes('text/plain; charset=utf-8'),
  errors: [commonErrors.notFound],
});

export { importBody, proxiesMax };
export type ImportBody = z.output<typeof importBody>;

export const importOutcomes = ['added', 'updated', 'duplicate', 'invalid'] as const;

export const ImportResult = z
  .object({
    added: z.int().describe('New proxies.'),
    updated: z.int().describe('Existing proxies, updated with the new credentials and attributes.'),
    duplicates: z.int().describe('Lines that repeat an earlier one; the values of the last count.'),
    rejected: z
      .array(
        z.object({
          line: z.int().describe('Its number, from 1.'),
          error: z.string().describe('Why it is invalid.'),
        }),
      )
      .describe('The first 100.'),
    rejected_total: z.int().describe('Lines that are invalid.'),
    lines: z
      .array(
        z.object({
          line: z.int().describe('Of JSON the number of the entry.'),
          outcome: z.enum(importOutcomes).describe('What became of it.'),
          duplicate_of: z.int().optional().describe('The line that this one repeats.'),
          error: z.string().optional().describe('Why the line is invalid.'),
        }),
      )
      .describe('What happened to each line, in the order of the list. The first 500.'),
    lines_total: z.int().describe('Lines that were read.'),
  })
  .meta({ id: 'ProxyImport' });
export type ImportResultWire = z.infer<typeof ImportResult>;

export const addProxies = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/:name/proxies/',
  group: 'Proxies',
  tool: { toolset: 'proxy', order: 4 },
  summary: 'Add proxies to a resource',
  description:
    'Adds up to thousands of your own proxies from lines, CSV or JSON; known ones are updated. Each line has its outcome, and addresses of private networks are refused.',
  permission,
  work: 'none',
  params: byName,
  body: importBody,
  bodyBytesMax: 4_194_304,
  responses: { 200: ImportResult },
  errors: [commonErrors.notFound],
});

export const proxyIsPools = declareError(
  'pool_proxy',
  400,
  'This proxy belongs to the pool. Block it, or switch the pool off for this resource.',
);

export const deleteProxy = endpoint({
  method: 'DELETE',
  path: '/apix/data_proxy/resources/:name/proxies/:id/',
  group: 'Proxies',
  tool: { toolset: 'proxy', order: 4 },
  summary: 'Delete a proxy',
  description:
    'Removes one of your own proxies. A proxy of the shared pool cannot be removed; block it instead.',
  permission,
  work: 'write',
  params: byProxy,
  responses: { 204: null },
  errors: [commonErrors.notFound, proxyIsPools],
});

export const releaseProxy = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/:name/proxies/:id/release/',
  group: 'Proxies',
  tool: { toolset: 'proxy', order: 3 },
  summary: 'Release a proxy',
  description:
    'Makes a blocked or cooling proxy available for this resource again, and starts its counts anew.',
  permission,
  work: 'none',
  params: byProxy,
  responses: { 200: ProxyItem },
  errors: [commonErrors.notFound],
});

export const CheckResult = z
  .object({
    is_working: z.boolean().describe('Whether the request succeeded.'),
    latency_ms: z.int().nullable().describe('In milliseconds; null if it failed.'),
    exit_address: z.string().nullable().describe('The IP address that sites see.'),
    error: z.enum(failureReasons).nullable().describe('Null if it works.'),
    how_to_fix: z.string().nullable().describe('In words; null if it works.'),
    proxy: ProxyItem.describe('Its state after the check.'),
  })
  .meta({ id: 'ProxyCheck' });
export type CheckResultWire = z.infer<typeof CheckResult>;

export const testProxy = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/:name/proxies/:id/test/',
  group: 'Proxies',
  tool: { toolset: 'proxy', order: 2, isOpenWorld: true },
  summary: 'Test a proxy',
  description:
    'Sends one request through a proxy now and says why it failed. Of a pool proxy the result changes nothing.',
  permission,
  work: 'none',
  rateLimit: { points: 60, windowSeconds: 60 },
  params: byProxy,
  responses: { 200: CheckResult },
  errors: [commonErrors.notFound],
});
