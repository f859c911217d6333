// Everything the dashboard's start screen shows, in one response. A part that fails is null.
import { z } from 'zod';
import { endpoint, fieldForStaff } from '#lib/endpoint.ts';
import { Chart } from './charts.ts';
import { subscriptionStatuses } from './subscriptions.constants.ts';

const money = z.string().describe('Decimal string.');
const time = z.iso.datetime();

const BalanceMetrics = z.object({
  currency: z.string(),
  available: money,
  reserved: money,
  total_deposited: money,
  total_spent: money,
  balance_display: z.string(),
  last_transaction_at: time.nullable(),
  has_transactions: z.boolean(),
  is_empty: z.boolean(),
});

const SubscriptionMetrics = z.object({
  tariff: z.object({ slug: z.string(), name: z.string(), is_free: z.boolean() }),
  status: z.enum(subscriptionStatuses),
  status_display: z.string(),
  is_active: z.boolean(),
  days_remaining: z.int(),
  requests_per_day: z.int().nullable().describe('Null means unlimited.'),
  requests_this_period: z.number(),
  requests_per_month: z.int().nullable(),
  usage_percentage: z.number().nullable().describe('Of the monthly request quota, 0 to 100.'),
  resets_at: time,
  expires_at: time.nullable(),
  cancel_at_period_end: z.boolean(),
});

const KeyMetrics = z.object({
  total_keys: z.int(),
  active_keys: z.int(),
  expired_keys: z.int(),
  expiring_soon_count: z.int().describe('Within 7 days.'),
  total_requests: z.int(),
  last_used_at: time.nullable(),
  most_used_key_name: z.string().nullable(),
  most_used_key_requests: z.int(),
});

const PaymentMetrics = z.object({
  total_payments: z.int(),
  completed_payments: z.int(),
  pending_payments: z.int(),
  failed_payments: z.int().describe('Failed or expired.'),
  currency: z.string().describe('Currency of the amounts.'),
  total_amount: money,
  completed_amount: money,
  average_payment: money.describe('Average of the completed payments.'),
  success_rate: z.number().nullable().describe('Of the payments that ended, 0 to 1.'),
  payments_this_month: z.int().describe('Since the start of the month in UTC.'),
  amount_this_month: money,
  last_payment_at: time.nullable(),
  top_currency: z.string().nullable().describe('The currency used by most payments.'),
});

const SupportMetrics = z.object({ open_tickets: z.int(), unanswered_messages_count: z.int() });

const RecentPayment = z.object({
  uuid: z.string(),
  amount: money,
  currency: z.string(),
  pay_currency: z.string(),
  status: z.string(),
  status_display: z.string(),
  created_at: time,
});

const RecentTransaction = z.object({
  uuid: z.string(),
  transaction_type: z.string(),
  type_display: z.string(),
  description: z.string(),
  amount: money.describe('Negative for a debit.'),
  currency: z.string(),
  amount_display: z.string(),
  is_credit: z.boolean(),
  created_at: time,
});

export const alertLevels = ['error', 'warning', 'info'] as const;
const Alert = z.object({
  level: z.enum(alertLevels),
  code: z.string(),
  message: z.string(),
  action_url: z.string(),
});
export type AlertWire = z.infer<typeof Alert>;

export const Overview = z
  .object({
    metrics: z.object({
      balance: BalanceMetrics.nullable(),
      subscription: SubscriptionMetrics.nullable().describe('Null also without a subscription.'),
      api_keys: KeyMetrics.nullable(),
      payments: PaymentMetrics.nullable(),
      support: SupportMetrics.nullable(),
    }),
    recent_payments: z.array(RecentPayment).nullable(),
    recent_transactions: z.array(RecentTransaction).nullable(),
    chart_data: Chart.nullable().describe('Spending over the last 30 days.'),
    alerts: z.array(Alert).describe('Most urgent first.'),
    generated_at: time.describe('When it was read.'),
  })
  .meta({ id: 'Overview' });
export type OverviewWire = z.infer<typeof Overview>;

export const readOverview = endpoint({
  method: 'GET',
  path: '/apix/billing/dashboard/overview/',
  summary: 'Retrieve the dashboard overview',
  description:
    'Returns balance, plan, keys, payments and support in one response, for a start screen. A part that cannot be read is null and named in `alerts`; the others are still there.',
  permission: { key: 'billing:read' },
  work: 'replica',
  query: z.object({
    user: z
      .string()
      .regex(/^\d{1,9}$/, 'Enter a whole number.')
      .optional()
      .describe('The id of the account.')
      .meta(fieldForStaff),
  }),
  responses: { 200: Overview },
});
