// The proxies of a resource: handed out, brought, tested, blocked and released.
import { z } from 'zod';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { failureReasons, pairStatuses, protocols, proxyTypes } from './proxy-words.ts';
import { byName, truth } from './resource-contract.ts';

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
    password: z.string().nullable().describe('*** unless you may see credentials.'),
    url: z.string(),
    is_own: z.boolean().describe('You brought it; others come from the pool.'),
    country_code: z.string().nullable(),
    city: z.string(),
    asn: z.int().nullable(),
    type: z.enum(proxyTypes),
    provider: z.string(),
    status: z.enum(pairStatuses),
    latency_ms: z.int().nullable(),
    success_rate: z.number().nullable().describe('Of its uses for this resource, 0 to 1.'),
    requests_total: z.int(),
    failures_in_row: z.int(),
    last_used_at: time.nullable(),
    last_checked_at: time.nullable(),
    last_error: z.enum(failureReasons).nullable(),
    how_to_fix: z.string().nullable(),
    exit_address: z.string().nullable().describe('The address that sites see.'),
    blocked_until: time.nullable(),
    block_count: z.int(),
    block_reason: z.enum(failureReasons).nullable(),
    block_note: z.string().nullable().describe('What was said of the block: status, URL, note.'),
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
    exhausted_at: time.nullable().describe('When none is left, at the pace of the last 6 hours.'),
  })
  .meta({ id: 'ProxyPool' });
export type PoolWire = z.infer<typeof Pool>;

/** To look at; what is handed out for use counts as a lease. */
export const isOverview = (query: { status?: unknown; overview?: unknown }): boolean =>
  query.status === 'all' || query.overview === true;

const { page, page_size, limit, search, ordering } = listQuery;
export const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Enter a country as two letters, such as DE.');
export const session = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'Use 1 to 64 letters, digits, - and _.')
  .describe('Keeps its proxy for sticky_ttl_seconds, or for as long as that works.');

export const listProxies = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/resources/:name/proxies/',
  summary: 'Proxies to use now, in the order of the strategy',
  permission,
  work: 'read',
  feature: 'proxy',
  metered: {
    group: 'proxy',
    metric: 'proxy_lease',
    // It names no credentials, so nobody can work with it.
    isFree: ({ query }) => isOverview(query ?? {}),
  },
  params: byName,
  query: z.object({
    page,
    page_size,
    limit,
    search,
    ordering: ordering.describe('latency_ms, success_rate, last_used_at; else the strategy.'),
    status: z
      .enum([...pairStatuses, 'all'])
      .default('available')
      .describe('all is always an overview.'),
    overview: truth
      .optional()
      .describe('To look and not to use: free, without credentials, in order of age.'),
    country: country.optional(),
    protocol: z.enum(protocols).optional(),
    session: session.optional(),
    format: z.enum(['json', 'txt']).default('json').describe('txt: one URL a line.'),
  }),
  responses: { 200: pageOf(ProxyItem).extend({ pool: Pool }) },
  download: bytes('text/plain; charset=utf-8'),
  errors: [commonErrors.notFound],
});

export const proxiesMax = 10_000;
/** With a header; empty lines and comments count. */
const linesMax = proxiesMax + 1;
const lineCharactersMax = 2000;
/** What the column holds. */
const asnMax = 2_147_483_647;
const pasted = z
  .string()
  .max(2_000_000)
  .refine(
    (text) => text.split('\n').length <= linesMax,
    `Ensure this field has no more than ${linesMax} lines.`,
  )
  .refine(
    (text) => text.split('\n').every(({ length }) => length <= lineCharactersMax),
    `Ensure each line has no more than ${lineCharactersMax} characters.`,
  );
const proxyInput = z.object({
  host: z.string().max(253),
  port: z.int().min(1).max(65_535),
  protocol: z.enum(protocols).optional(),
  username: z.string().max(500).optional(),
  password: z.string().max(500).optional(),
  country_code: country.nullish(),
  city: z.string().max(100).optional(),
  asn: z.int().min(0).max(asnMax).nullish(),
  type: z.enum(proxyTypes).optional(),
  provider: z.string().max(100).optional(),
});
export type ProxyInput = z.output<typeof proxyInput>;

export const importBody = z
  .object({
    text: pasted
      .optional()
      .describe('One a line: host:port, host:port:user:password or a URL; or CSV with a header.'),
    proxies: z.array(proxyInput).max(proxiesMax).optional(),
    protocol: z.enum(protocols).default('http').describe('For those that name none.'),
    type: z.enum(proxyTypes).optional().describe('For those that name none: datacenter if new.'),
    provider: z.string().trim().max(100).default(''),
    country_code: country.nullish(),
  })
  .refine(({ text, proxies }) => text?.trim() || proxies?.length, {
    path: ['text'],
    error: 'Enter at least one proxy.',
  });
export type ImportBody = z.output<typeof importBody>;

export const ImportResult = z
  .object({
    added: z.int(),
    updated: z
      .int()
      .describe('Were there already; they have the new credentials and what is said beside them.'),
    rejected: z.array(z.object({ line: z.int(), error: z.string() })).describe('The first 100.'),
    rejected_total: z.int(),
  })
  .meta({ id: 'ProxyImport' });
export type ImportResultWire = z.infer<typeof ImportResult>;

export const addProxies = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/:name/proxies/',
  summary: 'Bring proxies of your own',
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
  summary: 'Remove a proxy of your own',
  permission,
  work: 'write',
  params: byProxy,
  responses: { 204: null },
  errors: [commonErrors.notFound, proxyIsPools],
});

export const releaseProxy = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/:name/proxies/:id/release/',
  summary: 'End a block or a cooldown now',
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
  summary: 'Check a proxy now',
  permission,
  work: 'none',
  rateLimit: { points: 60, windowSeconds: 60 },
  params: byProxy,
  responses: { 200: CheckResult },
  errors: [commonErrors.notFound],
});
