// Resources: what a customer reaches through proxies, and by which rules.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { failureReasons, protocols, strategies } from './proxy-words.ts';
import { createResourceBody, patchResourceBody, putResourceBody } from './resource-body.ts';

const time = z.iso.datetime();
const rate = z.number().nullable().describe('0 to 1; null before the first use.');

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
    gateway: z.string().nullable().describe('host:port of the gateway; null where there is none.'),
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
    available: z.int().describe('Always 0: how many more may be made.'),
  },
);

const permission = { key: 'proxy' } as const;
export const byName = z.object({ name: z.string() });
export const truth = z.enum(['true', 'false']).transform((text) => text === 'true');

export const listResources = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/resources/',
  summary: 'Your resources',
  permission,
  work: 'replica',
  query: z.object({ ...listQuery, is_active: truth.optional() }),
  responses: { 200: pageOf(Resource) },
  errors: [commonErrors.invalidPage],
});

export const createResource = endpoint({
  method: 'POST',
  path: '/apix/data_proxy/resources/',
  summary: 'Make a resource',
  permission,
  work: 'none',
  body: createResourceBody,
  responses: { 201: Resource },
  errors: [resourceLimitReached],
});

export const readResource = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/resources/:name/',
  summary: 'One resource',
  permission,
  work: 'read',
  params: byName,
  responses: { 200: Resource },
  errors: [commonErrors.notFound],
});

export const putResource = endpoint({
  method: 'PUT',
  path: '/apix/data_proxy/resources/:name/',
  summary: 'Set a resource; what is left out goes back to its default',
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
  summary: 'Change a resource',
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
  summary: 'Delete a resource with its own proxies and its figures',
  permission,
  work: 'write',
  params: byName,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

export const periods = ['24h', '7d', '30d'] as const;
export type Period = (typeof periods)[number];

export const ProxyStatistics = z
  .object({
    resource: z.string(),
    period: z.enum(periods),
    from: time,
    to: time,
    requests_total: z.int(),
    requests_successful: z.int(),
    requests_failed: z.int(),
    requests_blocked: z.int().describe('Answers that banned the proxy they came through.'),
    success_rate: rate,
    avg_latency_ms: z.int().nullable(),
    p95_latency_ms: z.int().nullable(),
    bandwidth_bytes: z.int(),
    proxies_used: z.int(),
    error_reasons: z.array(
      z.object({ reason: z.enum(failureReasons), count: z.int(), how_to_fix: z.string() }),
    ),
    status_codes: z.record(z.string(), z.int()),
    countries_used: z.record(z.string(), z.int()),
    top_blocked: z.array(z.object({ proxy: z.string(), count: z.int() })),
    keys_used: z.array(
      z.object({
        key: z.string().nullable().describe('Its id; null for the test console when signed in.'),
        name: z.string().nullable(),
        requests: z.int(),
        bytes: z.int(),
      }),
    ),
    series: z.array(z.object({ x: time, requests: z.int(), success: z.int(), blocked: z.int() })),
  })
  .meta({ id: 'ProxyStatistics' });
export type ProxyStatisticsWire = z.infer<typeof ProxyStatistics>;

export const readProxyStatistics = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/resources/:name/statistics/',
  summary: 'What went through a resource',
  permission,
  work: 'none',
  params: byName,
  query: z.object({
    period: z.enum(periods).default('24h'),
    granularity: z.enum(['hour', 'day']).optional().describe('hour for 24h, else day.'),
  }),
  responses: { 200: ProxyStatistics },
  errors: [commonErrors.notFound],
});
