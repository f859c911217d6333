// What becomes of a proxy in use: blocked by hand, or tried in the test console.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { country, ProxyItem, session } from './proxy-contract.ts';
import { blockReasons, failureReasons } from './proxy-words.ts';
import { byName } from './resource-contract.ts';

const time = z.iso.datetime();
const permission = { key: 'proxy' } as const;

export const BlockAnswer = z
  .object({
    proxy: z.uuid(),
    resource: z.string(),
    status: z.literal('blocked'),
    blocked_until: time,
    block_count: z.int(),
    replacement: ProxyItem.nullable(),
  })
  .meta({ id: 'ProxyBlock' });
export type BlockAnswerWire = z.infer<typeof BlockAnswer>;

export const proxyAmbiguous = declareError(
  'proxy_ambiguous',
  400,
  'Several proxies stand at this address. Name one by its id.',
);

export const blockProxy = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/proxy/block/',
  summary: 'Take a proxy off a resource for a while; the answer brings another',
  permission,
  work: 'none',
  body: z.object({
    resource: z.string(),
    proxy: z.string().max(300).describe('Its id, or host:port.'),
    reason: z.enum(blockReasons).default('banned'),
    status_code: z.int().min(100).max(599).optional(),
    duration_seconds: z
      .int('A valid integer is required.')
      .min(60, 'Ensure this value is greater than or equal to 60.')
      .max(2_592_000, 'Ensure this value is less than or equal to 2592000.')
      .optional()
      .describe("The resource's, doubled with each repeat up to a day."),
    url: z.string().max(2000).optional().describe('Where it happened; kept with the note.'),
    note: z.string().max(500).default(''),
    session: session.optional(),
    country: country.optional(),
  }),
  responses: { 200: BlockAnswer },
  errors: [commonErrors.notFound, proxyAmbiguous],
});

export const targetRefused = declareError(
  'target_refused',
  400,
  'This address is not among the target hosts of the resource, or leads to a private network.',
);
export const poolExhausted = declareError(
  'pool_exhausted',
  422,
  'No proxy is available for this. Add proxies, release blocked ones, or wait for the next release.',
  { next_release_at: time.nullable() },
);
export const resourceInactive = declareError(
  'resource_inactive',
  400,
  'This resource is switched off. Switch it on to send requests through it.',
);

export const FetchAnswer = z
  .object({
    status: z.int().nullable().describe('Null when no proxy brought an answer.'),
    error: z.enum(failureReasons).nullable(),
    how_to_fix: z.string().nullable(),
    elapsed_ms: z.int(),
    connect_ms: z.int().nullable(),
    exit_address: z.string().nullable(),
    content_type: z.string().nullable(),
    size_bytes: z.int(),
    body: z.string().describe('Text, the first 16 KB.'),
    proxy: ProxyItem.nullable(),
    attempts: z.array(
      z.object({
        proxy: z.string(),
        status: z.int().nullable(),
        error: z.enum(failureReasons).nullable(),
        elapsed_ms: z.int(),
      }),
    ),
  })
  .meta({ id: 'ProxyFetch' });
export type FetchAnswerWire = z.infer<typeof FetchAnswer>;

export const fetchThrough = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/:name/fetch/',
  summary: 'Fetch an address through a resource, to see how it goes',
  permission,
  work: 'none',
  feature: 'proxy',
  metered: { group: 'proxy', metric: 'proxy_lease' },
  rateLimit: { points: 60, windowSeconds: 60 },
  params: byName,
  body: z.object({
    url: z.url({ protocol: /^https?$/, error: 'Enter a valid URL.' }).max(2000),
    method: z.enum(['GET', 'HEAD']).default('GET'),
    session: session.optional(),
    country: country.optional(),
  }),
  responses: { 200: FetchAnswer },
  errors: [commonErrors.notFound, targetRefused, poolExhausted, resourceInactive],
});

export const readEcho = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/echo/',
  summary: 'The address that this call came from; health checks ask it through a proxy',
  permission: 'public',
  work: 'none',
  responses: { 200: z.object({ address: z.string() }) },
});
