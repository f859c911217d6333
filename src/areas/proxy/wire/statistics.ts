// Statistics of a resource, from hourly sums.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { failureReasons, loginKinds, periods } from './proxies.constants.ts';
import { byName, rate } from './resources.ts';

const time = z.iso.datetime();

const trafficFields = {
  requests: z.int().describe('Retries included.'),
  bytes: z.int().describe('In both directions.'),
  bytes_sent: z
    .int()
    .nullable()
    .describe('To the site; null when a part was not counted by direction.'),
  bytes_received: z.int().nullable(),
};
const login = z.object({
  kind: z.enum(loginKinds),
  id: z.string().nullable().describe('Of the API key or sub-user; null for the test console.'),
  name: z.string().nullable().describe('Null when it was deleted.'),
  ...trafficFields,
});
export type LoginTrafficWire = z.infer<typeof login>;

export const ProxyStatistics = z
  .object({
    resource: z.string(),
    period: z.enum(periods),
    from: time,
    to: time,
    requests_total: z.int(),
    requests_successful: z.int(),
    requests_failed: z.int(),
    requests_blocked: z.int().describe('Responses that were bans.'),
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
        key: z.string().nullable().describe('API key id; null for requests of the test console.'),
        name: z.string().nullable(),
        requests: z.int(),
        bytes: z.int(),
      }),
    ),
    logins: z
      .array(login)
      .describe('API keys and sub-users with the most requests, 50 at most. Includes `keys_used`.'),
    series: z.array(z.object({ x: time, requests: z.int(), success: z.int(), blocked: z.int() })),
  })
  .meta({ id: 'ProxyStatistics' });
export type ProxyStatisticsWire = z.infer<typeof ProxyStatistics>;

export const readProxyStatistics = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/resources/:name/statistics/',
  summary: 'Retrieve statistics of a resource',
  permission: { key: 'proxy' },
  work: 'none',
  params: byName,
  query: z.object({
    period: z.enum(periods).default('24h'),
    granularity: z
      .enum(['hour', 'day'])
      .optional()
      .describe('Default: hour for 24h, otherwise day.'),
  }),
  responses: { 200: ProxyStatistics },
  errors: [commonErrors.notFound],
});

export const listProxyTraffic = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/resources/:name/traffic/',
  summary: 'List the traffic of a resource by day and login',
  permission: { key: 'proxy' },
  work: 'none',
  params: byName,
  query: z.object({
    period: z.enum(periods).default('30d').describe('The same hours as in the statistics.'),
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
  }),
  responses: { 200: pageOf(login.extend({ day: z.iso.date().describe('In UTC.') })) },
  errors: [commonErrors.notFound, commonErrors.invalidPage],
});
