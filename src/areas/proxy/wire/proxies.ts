// The proxies of a resource: listed for use, added, tested and released.
import { z } from 'zod';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import {
  failureReasons,
  protocols,
  proxiesMax,
  proxyStatuses,
  proxyTypes,
} from './proxies.constants.ts';
import { importBody } from './proxies.form.ts';
import { booleanText, byName } from './resources.ts';
import { country, session } from './selection.form.ts';

const time = z.iso.datetime();
const permission = { key: 'proxy' } as const;
const byProxy = z.object({ name: z.string(), id: z.string() });

export const ProxyItem = z
  .object({
    id: z.uuid(),
    host: z.string(),
    port: z.int(),
    protocol: z.enum(protocols),
    username: z.string().nullable(),
    password: z.string().nullable().describe('*** without access to credentials.'),
    url: z.string(),
    is_own: z.boolean().describe('Added by you; others belong to the shared pool.'),
    country_code: z.string().nullable(),
    city: z.string(),
    asn: z.int().nullable(),
    type: z.enum(proxyTypes),
    provider: z.string(),
    status: z.enum(proxyStatuses),
    latency_ms: z.int().nullable(),
    success_rate: z.number().nullable().describe('Of its requests for this resource, 0 to 1.'),
    requests_total: z.int(),
    failures_in_row: z.int(),
    last_used_at: time.nullable(),
    last_checked_at: time.nullable(),
    last_error: z.enum(failureReasons).nullable(),
    how_to_fix: z.string().nullable(),
    exit_address: z.string().nullable().describe('The IP address that sites see.'),
    blocked_until: time.nullable(),
    block_count: z.int(),
    block_reason: z.enum(failureReasons).nullable(),
    block_note: z.string().nullable().describe('Status, URL and note of the block.'),
  })
  .meta({ id: 'Proxy' });
export type ProxyWire = z.infer<typeof ProxyItem>;

export const Pool = z
  .object({
    total: z.int(),
    available: z.int(),
    cooldown: z.int(),
    blocked: z.int(),
    dead: z.int(),
    next_release_at: time.nullable(),
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
  summary: 'List proxies of a resource',
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
    protocol: z.enum(protocols).optional(),
    session: session.optional(),
    format: z.enum(['json', 'txt']).default('json').describe('txt: one URL per line.'),
  }),
  responses: { 200: pageOf(ProxyItem).extend({ pool: Pool }) },
  download: bytes('text/plain; charset=utf-8'),
  errors: [commonErrors.notFound],
});

export { importBody, proxiesMax };
export type ImportBody = z.output<typeof importBody>;

export const importOutcomes = ['added', 'updated', 'duplicate', 'invalid'] as const;

export const ImportResult = z
  .object({
    added: z.int(),
    updated: z.int().describe('Existing proxies, updated with the new credentials and attributes.'),
    duplicates: z.int().describe('Lines that repeat an earlier one; the values of the last count.'),
    rejected: z.array(z.object({ line: z.int(), error: z.string() })).describe('The first 100.'),
    rejected_total: z.int(),
    lines: z
      .array(
        z.object({
          line: z.int().describe('Of JSON the number of the entry.'),
          outcome: z.enum(importOutcomes),
          duplicate_of: z.int().optional().describe('The line that this one repeats.'),
          error: z.string().optional().describe('Why the line is invalid.'),
        }),
      )
      .describe('What happened to each line, in the order of the list. The first 500.'),
    lines_total: z.int(),
  })
  .meta({ id: 'ProxyImport' });
export type ImportResultWire = z.infer<typeof ImportResult>;

export const addProxies = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/:name/proxies/',
  summary: 'Add proxies to a resource',
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
  summary: 'Delete a proxy',
  permission,
  work: 'write',
  params: byProxy,
  responses: { 204: null },
  errors: [commonErrors.notFound, proxyIsPools],
});

export const releaseProxy = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/:name/proxies/:id/release/',
  summary: 'Release a proxy',
  permission,
  work: 'none',
  params: byProxy,
  responses: { 200: ProxyItem },
  errors: [commonErrors.notFound],
});

export const CheckResult = z
  .object({
    is_working: z.boolean(),
    latency_ms: z.int().nullable(),
    exit_address: z.string().nullable(),
    error: z.enum(failureReasons).nullable(),
    how_to_fix: z.string().nullable(),
    proxy: ProxyItem,
  })
  .meta({ id: 'ProxyCheck' });
export type CheckResultWire = z.infer<typeof CheckResult>;

export const testProxy = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/:name/proxies/:id/test/',
  summary: 'Test a proxy',
  permission,
  work: 'none',
  rateLimit: { points: 60, windowSeconds: 60 },
  params: byProxy,
  responses: { 200: CheckResult },
  errors: [commonErrors.notFound],
});
