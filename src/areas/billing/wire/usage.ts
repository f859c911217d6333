// API usage: single records, groups of them, and a summary against the quota.
import { z } from 'zod';
import { bytes, commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { usageMetrics } from '#lib/quota-groups.ts';
import { fieldForStaff } from '#lib/staff-fields.ts';
import { byId, money, textId } from '#lib/wire/fields.ts';
import { unitsDefinition } from '#lib/wire/figures.constants.ts';
import { recorded } from '#lib/wire/figures.ts';

const time = z.iso.datetime();

export const usagePeriods = ['24h', '7d', '30d', '90d'] as const;
export type UsagePeriod = (typeof usagePeriods)[number];
export const usageGroupings = [
  'hour',
  'day',
  'endpoint',
  'api_key',
  'status',
  'error_code',
] as const;
export type UsageGrouping = (typeof usageGroupings)[number];

export const UsageRecord = z
  .object({
    id: textId,
    subscription: z.string().nullable().describe('The subscription that it counted for.'),
    api_key: z
      .object({ id: textId, name: z.string().describe('Your name for it.') })
      .nullable()
      .describe('Null for a session.'),
    auth: z.enum(['jwt', 'api_key']).describe('Whether a session or a key made the call.'),
    endpoint: z
      .string()
      .describe(
        'The route template; the path itself if no call has it; empty for usage outside API calls.',
      ),
    endpoint_group: z.string().describe('The area: customs, proxy, speech, billing and so on.'),
    method: z.string().describe('The HTTP method.'),
    status_code: z.int().describe('The HTTP status of the response.'),
    error_code: z.string().nullable().describe('Null for a call that succeeded.'),
    error_message: z.string().nullable().describe('The sentence for people; null if it succeeded.'),
    help: z.url().nullable().describe('The page that explains the error code.'),
    response_time_ms: z.int().describe('Milliseconds until the response was ready.'),
    request_bytes: z.int().nullable().describe('Of the body; null if its length was not sent.'),
    response_bytes: z
      .int()
      .nullable()
      .describe('Of the body, before compression; null if it was streamed.'),
    units: money.describe(
      'In units of `metric`; 0 for a call that was refused, or failed on our side.',
    ),
    metric: z
      .enum(usageMetrics)
      .describe('What `units` counts. A call with another metric than `request` is a request too.'),
    cost: money.describe('Price of the units over the quota.'),
    ip_address: z.string().nullable().describe('Of the client.'),
    user_agent: z.string().describe('As the client sent it; the first 300 characters.'),
    request_id: z.string().describe('The `X-Request-Id` of the response.'),
    created_at: time.describe('When the call was made.'),
  })
  .meta({ id: 'UsageRecord' });
export type UsageRecordWire = z.infer<typeof UsageRecord>;

const units = money.describe(`Of the requested metric. ${unitsDefinition}`);

export const UsageGroup = z
  .object({
    key: z
      .string()
      .describe('An hour, a date, an endpoint, a key id, a status code or an error code.'),
    label: z.string().describe('Display name.'),
    requests: recorded('Of the group.'),
    units,
    cost: money.describe('Price of what is over the quota; money text.'),
    errors: z.int().describe('Responses with a status of 400 or above.'),
    avg_response_ms: z.number().describe('Average, in milliseconds.'),
  })
  .meta({ id: 'UsageGroup' });
export type UsageGroupWire = z.infer<typeof UsageGroup>;

export const UsageSummary = z
  .object({
    requests: recorded('Those that match the filters.'),
    units,
    metric: z.enum(usageMetrics).describe('The requested metric, by default `request`.'),
    cost: money.describe('Price of what is over the quota; money text.'),
    errors: z.int().describe('Responses with a status of 400 or above.'),
    error_rate: z.number().describe('0 to 1.'),
    limit: z.int().nullable().describe('Monthly quota of `metric`; null means unlimited.'),
    remaining: z.number().nullable().describe('Of the quota; null means unlimited.'),
    resets_at: time.describe('When the usage month ends.'),
  })
  .meta({ id: 'UsageSummary' });
export type UsageSummaryWire = z.infer<typeof UsageSummary>;

const statusCode = z
  .string()
  .regex(/^[1-5]\d\d$/, 'Enter a status such as 200.')
  .transform(Number);
const statusClass = z.enum(['2', '3', '4', '5'], 'Enter 2, 3, 4 or 5.').transform(Number);
export const errorCode = z
  .string()
  .regex(/^[a-z0-9_]{1,60}$/, 'Enter an error code such as scope_missing.');
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const { page, page_size, limit, ordering, created_after, created_before } = listQuery;

const filters = {
  page,
  page_size,
  limit,
  ordering: ordering.describe('`created_at` or `-created_at`; for groups `key` or `requests`.'),
  period: z
    .enum(usagePeriods)
    .optional()
    .describe('The period up to now; `30d` unless a time range is given.'),
  created_after,
  created_before,
  api_key: z.uuid('Must be a valid UUID.').optional().describe('Only calls with this key.'),
  endpoint_group: z
    .string()
    .max(40)
    .optional()
    .describe('Part of the API, such as customs, proxy, speech or payments.'),
  endpoint: z
    .string()
    .max(200)
    .optional()
    .describe('Only calls of this route, such as `/apix/data_proxy/block/`.'),
  method: z
    .string()
    .toUpperCase()
    .pipe(z.enum(methods))
    .optional()
    .describe('Only calls with this HTTP method.'),
  status_code: statusCode.optional().describe('Only responses with this HTTP status.'),
  status_class: statusClass.optional().describe('Only responses of this class: 2 for 200 to 299.'),
  error_code: errorCode.optional().describe('Only responses with this error code.'),
  request_id: z
    .uuid('Must be a valid UUID.')
    .optional()
    .describe('Of the last 90 days, unless a time is given. Not with `group_by`.'),
  metric: z
    .enum(usageMetrics)
    .optional()
    .describe('Only calls that count this; every call counts as a `request`.'),
  group_by: z
    .enum(usageGroupings)
    .optional()
    .describe('`error_code` groups only calls that failed.'),
  format: z.enum(['json', 'csv']).optional().describe('`csv` downloads all rows as a file.'),
};
const user = z
  .string()
  .regex(/^\d{1,9}$/, 'Enter a whole number.')
  .optional()
  .describe('The id of the account.')
  .meta(fieldForStaff);

const UsagePage = createPageSchema(z.union([UsageRecord, UsageGroup]))
  .extend({ summary: UsageSummary.describe('All pages in sum.') })
  .meta({ id: 'UsagePage' });
const csv = bytes('text/csv; charset=utf-8');
const permission = { key: 'billing:read' } as const;
const subscriptionParams = z.object({
  subscription_id: z.string().describe('The `id` of a subscription.'),
});
const { notFound, invalidPage } = commonErrors;

export const listUsage = endpoint({
  method: 'GET',
  path: '/apix/billing/usage/',
  group: 'Usage',
  tool: { toolset: 'billing', order: 2 },
  summary: 'List usage records or groups',
  description:
    'Returns the requests that were recorded, also those that failed, one by one or in groups, with a summary against the quota. Records are kept for 90 days; reading them is never refused because of a quota.',
  permission,
  work: 'replica',
  query: z.object({ ...filters, user }),
  responses: { 200: UsagePage },
  download: csv,
  errors: [invalidPage],
});

export const readUsage = endpoint({
  method: 'GET',
  path: '/apix/billing/usage/:id/',
  group: 'Usage',
  tool: { toolset: 'billing', order: 2 },
  summary: 'Retrieve a usage record',
  description:
    'Returns one recorded call with its units, its price beyond the quota and how long it took.',
  permission,
  work: 'replica',
  params: byId,
  query: z.object({ user }),
  responses: { 200: UsageRecord },
  errors: [notFound],
});

export const listSubscriptionUsage = endpoint({
  method: 'GET',
  path: '/apix/billing/subscriptions/:subscription_id/usage/',
  group: 'Usage',
  tool: { toolset: 'billing', order: 2 },
  summary: 'List the usage of a subscription',
  description: 'The same as the list of all usage, limited to the calls during one subscription.',
  permission,
  work: 'replica',
  params: subscriptionParams,
  query: z.object(filters),
  responses: { 200: UsagePage },
  download: csv,
  errors: [notFound],
});

export const readSubscriptionUsage = endpoint({
  method: 'GET',
  path: '/apix/billing/subscriptions/:subscription_id/usage/:id/',
  group: 'Usage',
  tool: { toolset: 'billing', order: 2 },
  summary: 'Retrieve a usage record of a subscription',
  description:
    'Returns one recorded call of a subscription. A call from another subscription is not found.',
  permission,
  work: 'replica',
  params: subscriptionParams.extend(byId.shape),
  responses: { 200: UsageRecord },
  errors: [notFound],
});
