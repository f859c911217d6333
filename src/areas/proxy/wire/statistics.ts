// Statistics of a resource, from hourly sums.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { failureReasons, loginKinds, periods } from './proxies.constants.ts';
import { byName, rate, requestsSent } from './resources.ts';

const time = z.iso.datetime();

const trafficFields = {
  requests: requestsSent('By this login.'),
  bytes: z.int().describe('In both directions.'),
  bytes_sent: z
    .int()
    .nullable()
    .describe('To the site; null when a part was not counted by direction.'),
  bytes_received: z
    .int()
    .nullable()
    .describe('From the site; null when a part was not counted by direction.'),
};
const login = z.object({
  kind: z.enum(loginKinds).describe('Whether it is an API key, a sub-user or the test console.'),
  id: z.string().nullable().describe('Of the API key or sub-user; null for the test console.'),
  name: z.string().nullable().describe('Null when it was deleted.'),
  ...trafficFields,
});
export type LoginTrafficWire = z.infer<typeof login>;

export const ProxyStatistics = z
  .object({
    resource: z.string().describe('Its name.'),
    period: z.enum(periods).describe('What was asked for.'),
    from: time.describe('Start of the period.'),
    to: time.describe('End of the period.'),
    requests_total: requestsSent('In the period.'),
    requests_successful: z.int().describe('Answered by the site without a ban.'),
    requests_failed: z.int().describe('That failed, for the reasons below.'),
    requests_blocked: z.int().describe('Responses that were bans.'),
    success_rate: rate,
    avg_latency_ms: z.int().nullable().describe('In milliseconds; null without requests.'),
    p95_latency_ms: z.int().nullable().describe('95 of 100 were faster.'),
    bandwidth_bytes: z.int().describe('In both directions.'),
    proxies_used: z.int().describe('Different proxies.'),
    error_reasons: z
      .array(
        z.object({
          reason: z.enum(failureReasons).describe('A stable name.'),
          count: z.int().describe('Failed requests.'),
          how_to_fix: z.string().describe('What you can do, in words.'),
        }),
      )
      .describe('Why requests failed, by reason.'),
    status_codes: z.record(z.string(), z.int()).describe('Responses by status.'),
    countries_used: z.record(z.string(), z.int()).describe('Requests by country of the proxy.'),
    top_blocked: z
      .array(
        z.object({
          proxy: z.string().describe('Its host:port; `removed` for deleted ones.'),
          count: z.int().describe('Blocks.'),
        }),
      )
      .describe('Proxies that were blocked most often.'),
    keys_used: z
      .array(
        z.object({
          key: z.string().nullable().describe('API key id; null for requests of the test console.'),
          name: z.string().nullable().describe('Null when it was deleted.'),
          requests: requestsSent('By this key.'),
          bytes: z.int().describe('In both directions.'),
        }),
      )
      .describe('API keys with the most requests.'),
    logins: z
      .array(login)
      .describe('API keys and sub-users with the most requests, 50 at most. Includes `keys_used`.'),
    series: z
      .array(
        z.object({
          x: time.describe('When it began.'),
          requests: requestsSent('In this interval.'),
          success: z.int().describe('Answered by the site without a ban.'),
          blocked: z.int().describe('Responses that were bans.'),
        }),
      )
      .describe('A point for each hour or day, oldest first.'),
  })
  .meta({ id: 'ProxyStatistics' });
export type ProxyStatisticsWire = z.infer<typeof ProxyStatistics>;

export const readProxyStatistics = endpoint({
  method: 'GET',
  path: '/apix/data_proxy/resources/:name/statistics/',
  group: 'Resources',
  tool: { toolset: 'proxy' },
  summary: 'Retrieve statistics of a resource',
  description:
    'Returns requests, errors, bans and traffic of a resource over a period, from hourly sums.',
  permission: { key: 'proxy' },
  work: 'none',
  params: byName,
  query: z.object({
    period: z.enum(periods).default('24h').describe('Its length up to now.'),
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
  group: 'Resources',
  tool: { toolset: 'proxy' },
  summary: 'List the traffic of a resource by day and login',
  description:
    'Returns requests and bytes for each day and login, for billing others. The figures are those of the statistics.',
  permission: { key: 'proxy' },
  work: 'none',
  params: byName,
  query: z.object({
    period: z.enum(periods).default('30d').describe('The same hours as in the statistics.'),
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
  }),
  responses: { 200: createPageSchema(login.extend({ day: z.iso.date().describe('In UTC.') })) },
  errors: [commonErrors.notFound, commonErrors.invalidPage],
});
