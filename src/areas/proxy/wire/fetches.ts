// The test console: one request through a resource.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { fetchSchema } from './fetches.form.ts';
import { failureReasons } from './proxies.constants.ts';
import { ProxyItem } from './proxies.ts';
import { byName } from './resources.ts';

const time = z.iso.datetime();
const permission = { key: 'proxy' } as const;

export const targetRefused = declareError(
  'target_refused',
  400,
  'This address is not among the target hosts of the resource, or leads to a private network.',
);
export const poolExhausted = declareError(
  'pool_exhausted',
  422,
  'No proxy is available for this. Add proxies, release blocked ones, or wait for the next release.',
  {
    next_release_at: time.nullable().describe('When one is available again; null if none will be.'),
  },
);
export const resourceInactive = declareError(
  'resource_inactive',
  400,
  'This resource is switched off. Switch it on to send requests through it.',
);

export const FetchResult = z
  .object({
    status: z.int().nullable().describe('Null when no proxy returned a response.'),
    error: z.enum(failureReasons).nullable().describe('Null if a response came.'),
    how_to_fix: z.string().nullable().describe('In words; null without an error.'),
    elapsed_ms: z.int().describe('Milliseconds in all.'),
    connect_ms: z.int().nullable().describe('Milliseconds until the tunnel was open.'),
    exit_address: z.string().nullable().describe('The IP address that the site saw.'),
    content_type: z.string().nullable().describe('Of the response.'),
    size_bytes: z.int().describe('Of the body.'),
    body: z.string().describe('The first 16 KB of a text response.'),
    proxy: ProxyItem.nullable().describe('The proxy that was used last; null if none was found.'),
    attempts: z
      .array(
        z.object({
          proxy: z.string().describe('Its host:port.'),
          status: z.int().nullable().describe('Of the response; null without one.'),
          error: z.enum(failureReasons).nullable().describe('Why it failed; null if it did not.'),
          elapsed_ms: z.int().describe('Milliseconds.'),
        }),
      )
      .describe('The proxies that were tried, in order.'),
  })
  .meta({ id: 'ProxyFetch' });
export type FetchResultWire = z.infer<typeof FetchResult>;

export const fetchThrough = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/:name/fetch/',
  group: 'Resources',
  tool: { toolset: 'proxy', order: 1, isOpenWorld: true },
  summary: 'Send a test request through a resource',
  description:
    'Sends one request through the resource and returns what came back, with each attempt. It counts as one lease and may only reach the target hosts.',
  permission,
  work: 'none',
  feature: 'proxy',
  metered: { group: 'proxy', metric: 'proxy_lease' },
  rateLimit: { points: 60, windowSeconds: 60 },
  params: byName,
  body: fetchSchema,
  responses: { 200: FetchResult },
  errors: [commonErrors.notFound, targetRefused, poolExhausted, resourceInactive],
});

export const readEcho = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/echo/',
  group: 'Resources',
  tool: { none: 'It tells a proxy its address: a tool would read its own.' },
  summary: 'Retrieve the IP address of the caller',
  description:
    'Returns the address that the call came from. Call it through a proxy to see where that leads out.',
  permission: 'public',
  work: 'none',
  responses: { 200: z.object({ address: z.string().describe('An IP address.') }) },
});
