// Statistics of a resource, from hourly sums.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { failureReasons, periods } from './proxies.constants.ts';
import { byName, rate } from './resources.ts';

const time = z.iso.datetime();

export const ProxyStatistics = z
  .object({
    resource: z.string(),
    period: z.enum(periods),
    from: time,
    to: time,
    requests_total: z.int(),
    requests_successful: z.int(),
    requests_failed: z.int(),
    requests_blocked: z.int().describe('Responses with a ban status.'),
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
