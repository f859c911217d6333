// A subscription, and what a change of it would cost, as they are shown.
import { z } from 'zod';
import { usageMetrics } from '#lib/endpoint.ts';
import { subscriptionStatuses } from './subscription-status.ts';
import { billingPeriods, TariffLimits } from './tariff-contract.ts';

const money = z.string().describe('Decimal text');
const time = z.iso.datetime();

const TariffMention = z
  .object({
    id: z.int(),
    slug: z.string(),
    name: z.string(),
    tagline: z.string(),
    is_free: z.boolean(),
  })
  .meta({ id: 'TariffMention' });

const SubscriptionPayment = z
  .object({
    uuid: z.string(),
    status: z.string(),
    amount: money,
    currency: z.string(),
    pay_currency: z.string(),
    payment_url: z.string().nullable(),
    expires_at: time,
  })
  .meta({ id: 'SubscriptionPayment' });

export const Subscription = z
  .object({
    id: z.string(),
    user: z.int(),
    tariff: TariffMention,
    status: z.enum(subscriptionStatuses),
    status_display: z.string(),
    billing_period: z.enum(billingPeriods),
    price: money.describe('For one period, as it was agreed on.'),
    currency: z.string(),
    auto_renew: z.boolean().describe('The opposite of cancel_at_period_end.'),
    cancel_at_period_end: z.boolean(),
    cancelled_at: time.nullable(),
    cancel_reason: z.string(),
    starts_at: time,
    current_period_start: time,
    current_period_end: time,
    expires_at: time.nullable().describe('When it ends; null when it is renewed.'),
    trial_ends_at: time.nullable(),
    had_trial: z.boolean().describe('The account had a trial, with this plan or another.'),
    days_remaining: z.int().describe('Of the current period, begun days counted.'),
    is_active: z.boolean().describe('Calls go through.'),
    is_expired: z.boolean(),
    can_reactivate: z.boolean(),
    past_due: z
      .object({
        since: time,
        amount: money,
        next_attempt_at: time.nullable().describe('Any top-up is an attempt too.'),
        ends_at: time.describe('When it expires unpaid.'),
      })
      .nullable(),
    overage_due: z
      .object({ amount: money, currency: z.string(), since: time })
      .nullable()
      .describe(
        'Use past the quota of earlier months that the balance did not cover. Until it is paid the quota is a wall; any top-up pays it.',
      ),
    pending_change: z
      .object({
        tariff: TariffMention,
        billing_period: z.enum(billingPeriods),
        price: money,
        effective_at: time.nullable().describe('Null when a payment decides.'),
        payment: z.string().nullable(),
      })
      .nullable(),
    next_charge: z
      .object({
        at: time,
        tariff: TariffMention.describe('What the next period is of.'),
        amount: money.describe('In `currency`, with the change that waits for it.'),
        available: money.describe('The balance that it is taken from.'),
        missing: money.describe('What the balance lacks now; zero if nothing.'),
      })
      .nullable()
      .describe('What the end of the period takes from the balance; null when it takes nothing.'),
    payment: SubscriptionPayment.nullable().describe('What a start or a change waits for.'),
    limits: TariffLimits.describe(
      'The limits that hold now: those of the free plan while this one waits for its payment.',
    ),
    usage: z.object({
      requests_today: z.int().describe('Of the account since midnight UTC; 0 after the end.'),
      requests_this_period: z
        .int()
        .describe('In the current month of usage; the last one of what has ended.'),
      percentage: z.number().nullable().describe('Of requests_per_month; null when unlimited.'),
      units_this_period: z.record(z.enum(usageMetrics), z.number()).describe('By metric.'),
      started_at: time.describe(
        'When that month began; never before a paid plan did, and the free plan’s are the account’s.',
      ),
      resets_at: time,
    }),
    total_requests: z.int().describe('Since it began, until it ended.'),
    last_request_at: time.nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Subscription' });
export type SubscriptionWire = z.infer<typeof Subscription>;

/** `start`: a period begins now. `upgrade`: the difference is charged now. */
export const changeKinds = ['trial', 'start', 'upgrade', 'downgrade', 'none'] as const;

export const ChangePreview = z
  .object({
    kind: z.enum(changeKinds),
    tariff: TariffMention,
    billing_period: z.enum(billingPeriods),
    price: money.describe('For one period.'),
    currency: z.string(),
    charge_now: money,
    lines: z
      .array(
        z.object({ label: z.string(), amount: money.describe('Signed; their sum is the charge.') }),
      )
      .describe('How the charge comes about.'),
    overage: money
      .nullable()
      .describe(
        'Use past the quota of this month so far: taken beside the charge, or owed. Null for none.',
      ),
    effective_at: time,
    next_charge: z.object({ amount: money, at: time }),
    balance: z.object({
      available: money,
      missing: money.describe('For the charge; zero if none.'),
    }),
  })
  .meta({ id: 'ChangePreview' });
export type ChangePreviewWire = z.infer<typeof ChangePreview>;
