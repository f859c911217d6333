// Everything the dashboard's start screen shows, in one response. A part that fails is null.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { fieldForStaff } from '#lib/staff-fields.ts';
import { money, textId } from '#lib/wire/fields.ts';
import { counted, received, recorded, spent, totalDeposited } from '#lib/wire/figures.ts';
import { Chart } from './charts.ts';
import { subscriptionStatuses } from './subscriptions.constants.ts';

const time = z.iso.datetime();

const BalanceMetrics = z.object({
  currency: z.string().describe('Of the amounts.'),
  available: money.describe('Can be spent; decimal text.'),
  reserved: money.describe('Set aside by open holds; decimal text.'),
  total_deposited: totalDeposited,
  total_spent: spent('So far.'),
  balance_display: z.string().describe('`available` as people write it.'),
  last_transaction_at: time.nullable().describe('Null before the first transaction.'),
  has_transactions: z.boolean().describe('Whether money ever moved.'),
  is_empty: z.boolean().describe('Whether there is no wallet yet.'),
});

const SubscriptionMetrics = z.object({
  tariff: z
    .object({
      slug: z.string().describe('Its name in addresses.'),
      name: z.string().describe('For people.'),
      is_free: z.boolean().describe('Whether it costs nothing.'),
    })
    .describe('The chosen tariff.'),
  status: z
    .enum(subscriptionStatuses)
    .describe('What applies now; `suspended` refuses metered calls.'),
  status_display: z.string().describe('The status in words.'),
  is_active: z.boolean().describe('Whether API calls are accepted.'),
  days_remaining: z.int().describe('Days left in the current period, rounded up.'),
  requests_per_day: z.int().nullable().describe('Null means unlimited.'),
  requests_this_period: counted('In the current usage month.'),
  requests_per_month: z.int().nullable().describe('The monthly quota; null means unlimited.'),
  usage_percentage: z.number().nullable().describe('Of the monthly request quota, 0 to 100.'),
  resets_at: time.describe('When the usage month ends.'),
  expires_at: time.nullable().describe('When the subscription ends; null if it will renew.'),
  cancel_at_period_end: z.boolean().describe('Whether it ends with the period.'),
  currency: z.string().describe('Of `at_most`.'),
  at_most: money
    .nullable()
    .describe('The most that this month can cost: fee and spending cap. Null without a cap.'),
});

const KeyMetrics = z.object({
  total_keys: z.int().describe('Keys that are not deleted.'),
  active_keys: z.int().describe('Keys that are accepted now.'),
  expired_keys: z.int().describe('Keys whose `expires_at` is over.'),
  expiring_soon_count: z.int().describe('Within 7 days.'),
  total_requests: recorded('With any key so far.'),
  last_used_at: time.nullable().describe('Of the last of these requests; null before it.'),
  most_used_key_name: z
    .string()
    .nullable()
    .describe('The key with the most requests; null without requests.'),
  most_used_key_requests: recorded('With that key so far.'),
});

const PaymentMetrics = z.object({
  total_payments: z.int().describe('Payments so far.'),
  completed_payments: z.int().describe('With the status `completed`.'),
  pending_payments: z.int().describe('Payments that wait for money.'),
  failed_payments: z.int().describe('Failed or expired.'),
  currency: z.string().describe('Currency of the amounts.'),
  total_amount: money.describe('Of all payments; decimal text.'),
  completed_amount: money.describe('Of the completed ones, credited less refunded; decimal text.'),
  average_payment: money.describe('Average of the completed payments.'),
  success_rate: z
    .number()
    .nullable()
    .describe('Completed ones of those that ended, 0 to 1. Refunded ones count as not completed.'),
  payments_this_month: z.int().describe('Created since the start of the month in UTC.'),
  amount_this_month: received('Since the start of the month in UTC.'),
  last_payment_at: time.nullable().describe('When the newest was created; null without any.'),
  top_currency: z.string().nullable().describe('The currency used by most payments.'),
});

const SupportMetrics = z.object({
  open_tickets: z.int().describe('Tickets that are not resolved or closed.'),
  unanswered_messages_count: z.int().describe('Unread answers of support.'),
});

const RecentPayment = z.object({
  uuid: textId,
  amount: money.describe('Amount to credit, in `currency`; decimal text.'),
  currency: z.string().describe('Of `amount`.'),
  pay_currency: z.string().describe('The code of the currency paid in.'),
  status: z.string().describe('The same as in the list of payments.'),
  status_display: z.string().describe('The status in words.'),
  created_at: time.describe('When it was created.'),
});

const RecentTransaction = z.object({
  uuid: textId,
  transaction_type: z.string().describe('What moved the money.'),
  type_display: z.string().describe('The type in words.'),
  description: z.string().describe('In words, as on statements.'),
  amount: money.describe('Negative for a debit.'),
  currency: z.string().describe('Three letters or a crypto code.'),
  amount_display: z.string().describe('Formatted: +$12.50'),
  is_credit: z.boolean().describe('Whether money came.'),
  created_at: time.describe('When it was booked.'),
});

export const alertLevels = ['error', 'warning', 'info'] as const;
const Alert = z.object({
  level: z.enum(alertLevels).describe('How urgent it is.'),
  code: z.string().describe('A stable name, such as `overage_due`.'),
  message: z.string().describe('A sentence for people.'),
  action_url: z.string().describe('The page of the dashboard that helps.'),
});
export type AlertWire = z.infer<typeof Alert>;

export const Overview = z
  .object({
    metrics: z
      .object({
        balance: BalanceMetrics.nullable().describe(
          'The wallet in US dollars; null if it cannot be read.',
        ),
        subscription: SubscriptionMetrics.nullable().describe('Null also without a subscription.'),
        api_keys: KeyMetrics.nullable().describe('Null if they cannot be read.'),
        payments: PaymentMetrics.nullable().describe('Null if they cannot be read.'),
        support: SupportMetrics.nullable().describe('Null if it cannot be read.'),
      })
      .describe('The figures by subject.'),
    recent_payments: z
      .array(RecentPayment)
      .nullable()
      .describe('The last ten, newest first; null if they cannot be read.'),
    recent_transactions: z
      .array(RecentTransaction)
      .nullable()
      .describe('The last ten, newest first; null if they cannot be read.'),
    chart_data: Chart.nullable().describe('Spending over the last 30 days.'),
    alerts: z.array(Alert).describe('Most urgent first.'),
    generated_at: time.describe('When it was read.'),
  })
  .meta({ id: 'Overview' });
export type OverviewWire = z.infer<typeof Overview>;

export const readOverview = endpoint({
  method: 'GET',
  path: '/apix/billing/dashboard/overview/',
  group: 'Usage',
  tool: { toolset: 'billing', isEssential: true },
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
