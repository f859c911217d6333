// Spending, requests and payments over time, in the reader's own days.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';

export const chartPeriods = ['7d', '30d', '90d', '1y'] as const;
export type ChartPeriod = (typeof chartPeriods)[number];
export const chartMetrics = ['spend', 'requests', 'payments'] as const;
export type ChartMetric = (typeof chartMetrics)[number];
export const chartGroupings = ['api_key', 'endpoint_group', 'status', 'currency'] as const;
export type ChartGrouping = (typeof chartGroupings)[number];
export const chartUnits = ['day', 'week', 'month'] as const;
export type ChartUnit = (typeof chartUnits)[number];

/** What each metric can be broken down by: a payment has no key, a request no currency. */
export const groupingsOf: Record<ChartMetric, readonly ChartGrouping[]> = {
  spend: ['currency'],
  requests: ['api_key', 'endpoint_group', 'status'],
  payments: ['status', 'currency'],
};

const decimal = z.string().describe('Decimal text.');
const time = z.iso.datetime();
const rate = z.number().nullable().describe('0 to 1; null when there was nothing.');

/** Names of the IANA database; an offset such as +02:00 knows no summer time and is none. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+\-/]{0,63}$/.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const ChartSeries = z.object({
  name: z.string().describe('For people.'),
  key: z.string(),
  data: z.array(
    z.object({
      x: z.iso.date().describe('The first day of the time, in the time zone asked for.'),
      y: z.number(),
      partial: z.boolean().optional().describe('The time is not over.'),
    }),
  ),
  color: z.string().describe('A role of the palette: chart-1 to chart-4.'),
});
export type ChartSeriesWire = z.infer<typeof ChartSeries>;

const ChartTotals = z.object({
  total_amount: decimal.describe('In `currency`: what was spent; of payments, what they brought.'),
  total_requests: z.int(),
  total_payments: z.int().describe('Completed ones that were started in this time.'),
  success_rate: rate.describe('Of requests; of payments when the metric is payments. 0 to 1.'),
});
export type ChartTotalsWire = z.infer<typeof ChartTotals>;

export const Chart = z
  .object({
    series: z.array(ChartSeries),
    metric: z.enum(chartMetrics),
    period: z.enum(chartPeriods),
    granularity: z.enum(chartUnits),
    timezone: z.string(),
    from: time.describe('The first moment that counts.'),
    to: time.describe('Now.'),
    totals: ChartTotals,
    currency: z.string(),
  })
  .meta({ id: 'Chart' });
export type ChartWire = z.infer<typeof Chart>;

const change = <T extends z.ZodType>(value: T) =>
  z.object({
    value,
    percent: z.number().nullable().describe('Null when there was nothing before.'),
  });

export const DetailedChart = Chart.extend({
  previous: z
    .object({ from: time, to: time, series: z.array(ChartSeries), totals: ChartTotals })
    .nullable()
    .describe('The time before, up to the moment that this one has reached.'),
  change: z
    .object({
      total_amount: change(decimal),
      total_requests: change(z.int()),
      total_payments: change(z.int()),
    })
    .nullable(),
  breakdown: z.array(
    z.object({
      key: z.string(),
      label: z.string().describe('For people.'),
      value: decimal.describe('Requests, payments, or an amount in the currency of the key.'),
      percent: z.number().nullable().describe('Null between currencies.'),
    }),
  ),
  table: z.array(
    z.object({
      x: z.iso.date(),
      value: z.number(),
      values: z.record(z.string(), z.number()).describe('By the keys of the series.'),
      previous: z.number().nullable(),
      partial: z.boolean(),
    }),
  ),
}).meta({ id: 'DetailedChart' });
export type DetailedChartWire = z.infer<typeof DetailedChart>;

const query = {
  period: z.enum(chartPeriods).default('30d'),
  metric: z.enum(chartMetrics).default('spend'),
  timezone: z
    .string()
    .refine(isTimeZone, 'Enter a time zone such as Europe/Berlin.')
    .default('UTC')
    .describe('An IANA name. Calls count in the day in which their hour (UTC) began.'),
  currency: z.string().max(20).optional().describe('Amounts are of one currency: USD unless told.'),
  user: z
    .string()
    .regex(/^\d{1,9}$/, 'Enter a whole number.')
    .optional()
    .describe('Staff alone: whose.'),
};
const filters = {
  api_key: z.uuid('Must be a valid UUID.').optional(),
  endpoint: z.string().max(200).optional(),
  endpoint_group: z
    .string()
    .max(40)
    .optional()
    .describe('The part of the API: customs, proxy, speech, payments and so on.'),
  status_class: z.enum(['2', '3', '4', '5'], 'Enter 2, 3, 4 or 5.').transform(Number).optional(),
};

export const readChart = endpoint({
  method: 'GET',
  path: '/apix/billing/charts/',
  summary: 'Spending, requests or payments over time',
  permission: { key: 'billing:read' },
  work: 'replica',
  query: z.object(query),
  responses: { 200: Chart },
});

export const readDetailedChart = endpoint({
  method: 'GET',
  path: '/apix/billing/charts/detailed/',
  summary: 'The same with the time before, a breakdown and a table',
  permission: { key: 'billing:read' },
  work: 'replica',
  query: z.object({
    ...query,
    compare: z.literal('previous').optional(),
    group_by: z
      .enum(chartGroupings)
      .optional()
      .describe(
        'Requests: api_key, endpoint_group, status. Payments: status, currency. Spend: currency.',
      ),
    ...filters,
  }),
  responses: { 200: DetailedChart },
});
