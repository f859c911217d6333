// Spending, requests and payments over time, by days of the user's time zone.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { fieldForStaff } from '#lib/staff-fields.ts';
import { money } from '#lib/wire/fields.ts';
import { recorded, spentOrReceived } from '#lib/wire/figures.ts';
import { errorCode } from './usage.ts';

export const chartPeriods = ['7d', '30d', '90d', '1y'] as const;
export type ChartPeriod = (typeof chartPeriods)[number];
export const chartMetrics = ['spend', 'requests', 'payments'] as const;
export type ChartMetric = (typeof chartMetrics)[number];
export const chartGroupings = ['api_key', 'endpoint_group', 'status', 'currency'] as const;
export type ChartGrouping = (typeof chartGroupings)[number];
export const chartUnits = ['day', 'week', 'month'] as const;
export type ChartUnit = (typeof chartUnits)[number];

/** Valid breakdowns: payments have no API key, and requests no currency. */
export const groupingsByMetric: Record<ChartMetric, readonly ChartGrouping[]> = {
  spend: ['currency'],
  requests: ['api_key', 'endpoint_group', 'status'],
  payments: ['status', 'currency'],
};

const time = z.iso.datetime();
const rate = z.number().nullable().describe('0 to 1; null if there were none.');

/** IANA names only: an offset such as +02:00 does not follow daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+\-/]{0,63}$/.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const ChartSeries = z
  .object({
    name: z.string().describe('Display name.'),
    key: z.string().describe('The metric, a value of the grouping, or `other` for the rest.'),
    data: z
      .array(
        z.object({
          x: z.iso.date().describe('First day of the interval, in the requested time zone.'),
          y: z.number().describe('Requests, or an amount in `currency`.'),
          partial: z.boolean().optional().describe('Whether the interval is still in progress.'),
        }),
      )
      .describe('A point for each interval, oldest first.'),
    color: z.string().describe('Palette colour, `chart-1` to `chart-4`.'),
  })
  .meta({ id: 'ChartSeries' });
export type ChartSeriesWire = z.infer<typeof ChartSeries>;

const ChartTotals = z
  .object({
    total_amount: spentOrReceived,
    total_requests: recorded('Of the period.'),
    total_payments: z.int().describe('Completed payments that were created in this period.'),
    success_rate: rate.describe('Of requests, or of payments for the metric `payments`; 0 to 1.'),
  })
  .meta({ id: 'ChartTotals' });
export type ChartTotalsWire = z.infer<typeof ChartTotals>;

export const Chart = z
  .object({
    series: z.array(ChartSeries).describe('Lines of the chart.'),
    metric: z.enum(chartMetrics).describe('What was asked for.'),
    period: z.enum(chartPeriods).describe('What was asked for.'),
    granularity: z.enum(chartUnits).describe('The length of an interval.'),
    timezone: z.string().describe('Whose days are counted.'),
    from: time.describe('Start of the period.'),
    to: time.describe('End of the period: now.'),
    totals: ChartTotals.describe('Sums over the period.'),
    currency: z.string().describe('Of the amounts.'),
  })
  .meta({ id: 'Chart' });
export type ChartWire = z.infer<typeof Chart>;

const change = <T extends z.ZodType>(value: T) =>
  z.object({
    value: value.describe('Now minus before.'),
    percent: z.number().nullable().describe('Null if the previous value is zero.'),
  });

export const DetailedChart = Chart.extend({
  previous: z
    .object({
      from: time.describe('Its start.'),
      to: time.describe('Its end.'),
      series: z.array(ChartSeries).describe('With the same intervals.'),
      totals: ChartTotals.describe('Sums over it.'),
    })
    .nullable()
    .describe('The previous period, up to the same elapsed time.'),
  change: z
    .object({
      total_amount: change(money).describe('Of the amount.'),
      total_requests: change(z.int()).describe('Of the requests.'),
      total_payments: change(z.int()).describe('Of the completed payments.'),
    })
    .nullable()
    .describe('Against the previous period; null without `compare`.'),
  breakdown: z
    .array(
      z.object({
        key: z
          .string()
          .describe('The value of the grouping; requests of a session have `dashboard`.'),
        label: z.string().describe('Display name.'),
        value: money.describe(
          'Number of requests or payments, or an amount in the currency of `key`.',
        ),
        percent: z.number().nullable().describe('Null for amounts in different currencies.'),
      }),
    )
    .describe('The totals by group, largest first.'),
  table: z
    .array(
      z.object({
        x: z.iso.date().describe('First day of the interval.'),
        value: z.number().describe('Sum of all series.'),
        values: z.record(z.string(), z.number()).describe('By series key.'),
        previous: z.number().nullable().describe('In the previous period; null without `compare`.'),
        partial: z.boolean().describe('Whether the interval is still in progress.'),
      }),
    )
    .describe('The intervals as rows.'),
}).meta({ id: 'DetailedChart' });
export type DetailedChartWire = z.infer<typeof DetailedChart>;

const query = {
  period: z.enum(chartPeriods).default('30d').describe('Its length up to now.'),
  metric: z
    .enum(chartMetrics)
    .default('spend')
    .describe('What is counted: money spent, requests, or money received.'),
  timezone: z
    .string()
    .refine(isTimeZone, 'Enter a time zone such as Europe/Berlin.')
    .default('UTC')
    .describe('IANA name. Requests count towards the day in which their UTC hour began.'),
  currency: z.string().max(20).optional().describe('Currency of the amounts, by default USD.'),
  user: z
    .string()
    .regex(/^\d{1,9}$/, 'Enter a whole number.')
    .optional()
    .describe('The id of the account.')
    .meta(fieldForStaff),
};
const filters = {
  api_key: z.uuid('Must be a valid UUID.').optional().describe('Only requests of this key.'),
  endpoint: z
    .string()
    .max(200)
    .optional()
    .describe('Only requests of this route, such as `/apix/data_proxy/block/`.'),
  endpoint_group: z
    .string()
    .max(40)
    .optional()
    .describe('Part of the API, such as customs, proxy, speech or payments.'),
  status_class: z
    .enum(['2', '3', '4', '5'], 'Enter 2, 3, 4 or 5.')
    .transform(Number)
    .optional()
    .describe('Only responses of this class: 2 for 200 to 299.'),
  error_code: errorCode.optional().describe('Only responses with this error code.'),
};

export const readChart = endpoint({
  method: 'GET',
  path: '/apix/billing/charts/',
  group: 'Usage',
  tool: { toolset: 'billing', order: 3 },
  summary: 'Retrieve a chart',
  description:
    'Returns spending, requests or payments over time in days, weeks or months of your time zone. Every interval has a point; the last one is still in progress.',
  permission: { key: 'billing:read' },
  work: 'replica',
  query: z.object(query),
  responses: { 200: Chart },
});

export const readDetailedChart = endpoint({
  method: 'GET',
  path: '/apix/billing/charts/detailed/',
  group: 'Usage',
  tool: { toolset: 'billing', order: 3 },
  summary: 'Retrieve a detailed chart',
  description:
    'The same chart with totals by group, a table and, with `compare=previous`, the period before up to the same elapsed time.',
  permission: { key: 'billing:read' },
  work: 'replica',
  query: z.object({
    ...query,
    compare: z.literal('previous').optional().describe('Adds the period before.'),
    group_by: z
      .enum(chartGroupings)
      .optional()
      .describe(
        'For requests `api_key`, `endpoint_group` or `status`; for payments `status` or `currency`; for spend `currency`.',
      ),
    ...filters,
  }),
  responses: { 200: DetailedChart },
});
