// The subscription of an account to a tariff.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { usageMetrics } from '#lib/quota-groups.ts';
import { fieldForStaff } from '#lib/staff-fields.ts';
import { byId, money, numberId, textId } from '#lib/wire/fields.ts';
import { counted } from '#lib/wire/figures.ts';
import { subscriptionStatuses } from './subscriptions.constants.ts';
import { billingPeriods, TariffLimits } from './tariffs.ts';

const cancelReasonMax = 500;

const time = z.iso.datetime();

export const TariffMention = z
  .object({
    id: numberId,
    slug: z.string().describe('Its name in addresses.'),
    name: z.string().describe('For people.'),
    tagline: z.string().describe('A few words.'),
    is_free: z.boolean().describe('Whether it costs nothing.'),
  })
  .meta({ id: 'TariffMention' });

const SubscriptionPayment = z
  .object({
    uuid: z.string().describe('Of the payment.'),
    status: z.string().describe('Of the payment.'),
    amount: money,
    currency: z.string().describe('Of the amount.'),
    pay_currency: z.string().describe('The currency paid in.'),
    payment_url: z.string().nullable().describe('The page to pay on.'),
    expires_at: time.describe('Unpaid, it expires then.'),
  })
  .meta({ id: 'SubscriptionPayment' });

export const Subscription = z
  .object({
    id: textId,
    user: z.int().describe('The id of the account.'),
    tariff: TariffMention.describe('The chosen tariff.'),
    status: z
      .enum(subscriptionStatuses)
      .describe('What applies now; `suspended` refuses metered calls.'),
    status_display: z.string().describe('The status in words.'),
    billing_period: z.enum(billingPeriods).describe('How often it is charged.'),
    price: money.describe('Price of one period, fixed when the tariff was chosen.'),
    currency: z.string().describe('Of the price: three letters.'),
    auto_renew: z.boolean().describe('The opposite of `cancel_at_period_end`.'),
    cancel_at_period_end: z.boolean().describe('The opposite of `auto_renew`.'),
    cancelled_at: time.nullable().describe('When it was cancelled; null if not.'),
    cancel_reason: z.string().describe('As stated when cancelling; may be empty.'),
    starts_at: time.describe('When it began.'),
    current_period_start: time.describe('Of the period that is paid.'),
    current_period_end: time.describe('When the next charge is due.'),
    expires_at: time.nullable().describe('When the subscription ends; null if it will renew.'),
    trial_ends_at: time.nullable().describe('Null without a trial.'),
    had_trial: z.boolean().describe('Whether the account has used its trial, on any tariff.'),
    days_remaining: z.int().describe('Days left in the current period, rounded up.'),
    is_active: z.boolean().describe('Whether API calls are accepted.'),
    is_expired: z.boolean().describe('Whether it has ended.'),
    can_reactivate: z.boolean().describe('Whether a cancellation can be taken back.'),
    past_due: z
      .object({
        since: time.describe('When the charge first failed.'),
        amount: money.describe('What is owed; decimal text.'),
        next_attempt_at: time.nullable().describe('Any top-up triggers an attempt as well.'),
        ends_at: time.describe('When the subscription expires if it is still unpaid.'),
      })
      .nullable()
      .describe('Set while a charge is unpaid, else null.'),
    overage_due: z
      .object({
        amount: money.describe('What is owed; decimal text.'),
        currency: z.string().describe('Of the amount.'),
        since: time.describe('When the oldest of it was charged.'),
      })
      .nullable()
      .describe(
        'Unpaid overage of earlier months. Until it is paid, calls over the quota are refused. Any top-up pays it.',
      ),
    pending_change: z
      .object({
        tariff: TariffMention.describe('The tariff that will apply.'),
        billing_period: z.enum(billingPeriods).describe('How often it will be charged.'),
        price: money.describe('Of one period; decimal text.'),
        effective_at: time.nullable().describe('Null if the change waits for a payment.'),
        payment: z
          .string()
          .nullable()
          .describe('The payment that it waits for; null until the renewal.'),
      })
      .nullable()
      .describe(
        'The change that waits for a payment or for the renewal; null without one. After a cancellation, the change that a reactivation brings back.',
      ),
    next_charge: z
      .object({
        at: time.describe('When it is charged.'),
        tariff: TariffMention.describe('The tariff of the next period.'),
        amount: money.describe('In `currency`, including any pending change.'),
        overage: money.describe('The cost of usage over the quota this month so far.'),
        available: money.describe('The wallet balance.'),
        missing: money.describe('What the balance lacks for both; zero if covered.'),
        card: z
          .string()
          .nullable()
          .describe('The saved card that pays, or pays what is missing; null if the balance does.'),
      })
      .nullable()
      .describe('The charge at the end of the current period; null if there is none.'),
    payment: SubscriptionPayment.nullable().describe(
      'The payment that the subscription or its pending change waits for.',
    ),
    limits: TariffLimits.describe(
      'The limits in effect: those of the free tariff while the subscription is pending.',
    ),
    usage: z
      .object({
        requests_today: counted('Since midnight UTC; 0 once the subscription ended.'),
        requests_this_period: counted('In the current usage month, or in the last one.'),
        percentage: z.number().nullable().describe('Of `requests_per_month`; null if unlimited.'),
        units_this_period: z
          .record(z.enum(usageMetrics), z.number().describe('In units of the metric.'))
          .describe('By metric; `request` is `requests_this_period`.'),
        started_at: time.describe(
          'Start of the usage month: never before a paid subscription started; on the free tariff it is counted from the account’s first day.',
        ),
        resets_at: time.describe('When the usage month ends.'),
      })
      .describe('What the account has used in the usage month.'),
    total_requests: counted('During the subscription.'),
    last_request_at: time.nullable().describe('Null before the first call.'),
    created_at: time.describe('When it was chosen.'),
    updated_at: time.describe('When it last changed.'),
  })
  .meta({ id: 'Subscription' });
export type SubscriptionWire = z.infer<typeof Subscription>;

const cancelBody = z.object({
  reason: z
    .string()
    .trim()
    .max(cancelReasonMax, `Ensure this field has no more than ${cancelReasonMax} characters.`)
    .default('')
    .describe('Your reason; support sees it.'),
  at_period_end: z.boolean().default(true).describe('`false` ends the plan at once.'),
});
export type CancelBody = z.output<typeof cancelBody>;

const current = { current_status: z.enum(subscriptionStatuses).describe('What it is now.') };
export const noSubscription = declareError('no_subscription', 404, 'No active subscription.');
export const alreadySubscribed = declareError(
  'already_subscribed',
  400,
  'You already have a plan. Change it instead.',
  current,
);
export const notCancellableNow = declareError(
  'invalid_state',
  400,
  'This subscription has already ended.',
  current,
);
export const planIsSuspended = declareError(
  'invalid_state',
  400,
  'This plan is suspended. Contact support.',
  current,
);
export const notRemovable = declareError(
  'invalid_state',
  400,
  'Cancel the subscription before you remove it.',
  current,
);
export const notSuspendable = declareError(
  'invalid_state',
  400,
  'Only an active subscription can be suspended, and only a suspended one resumed.',
  current,
);
export const subscriptionEnded = declareError(
  'subscription_ended',
  400,
  'This subscription has ended. Choose a plan again.',
  current,
);
export const freePlanStays = declareError(
  'free_tariff',
  400,
  'The free plan costs nothing and does not end. There is nothing to cancel.',
);

const { page, page_size, limit, ordering, created_after, created_before } = listQuery;

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/apix/billing/subscriptions/',
  group: 'Plans',
  tool: { toolset: 'billing', order: 1 },
  summary: 'List subscriptions',
  description:
    'Returns the plans that the account has had, with the current one. An account has one live subscription at a time.',
  permission: { key: 'billing:read' },
  work: 'replica',
  query: z.object({
    page,
    page_size,
    limit,
    ordering,
    created_after,
    created_before,
    status: z.enum(subscriptionStatuses).optional().describe('Only those with this status.'),
    tariff: z.string().max(100).optional().describe('Only those of the tariff with this `slug`.'),
    user: accountId
      .optional()
      .describe('The id of the account. Ignored for everyone but support and finance.')
      .meta(fieldForStaff),
  }),
  responses: { 200: createPageSchema(Subscription) },
  errors: [commonErrors.invalidPage],
});

export const readCurrentSubscription = endpoint({
  method: 'GET',
  path: '/apix/billing/subscriptions/current/',
  group: 'Plans',
  tool: { toolset: 'billing' },
  summary: 'Retrieve the current subscription',
  description:
    'Returns the plan that applies now: its limits, what is used of them and when it renews. Every account has one, at least the free plan.',
  permission: { key: 'billing:read' },
  work: 'read',
  responses: { 200: Subscription },
  errors: [noSubscription],
});

export const readSubscription = endpoint({
  method: 'GET',
  path: '/apix/billing/subscriptions/:id/',
  group: 'Plans',
  tool: { toolset: 'billing', order: 1 },
  summary: 'Retrieve a subscription',
  description: 'Returns one subscription of the account, also one that has ended.',
  permission: { key: 'billing:read' },
  work: 'read',
  params: byId,
  responses: { 200: Subscription },
  errors: [commonErrors.notFound],
});

export const removeSubscription = endpoint({
  method: 'DELETE',
  path: '/apix/billing/subscriptions/:id/',
  group: 'Plans',
  summary: 'Remove an ended or unpaid subscription from the list',
  description:
    'Takes a subscription that has ended or was never paid off the list. One that is still running has to be cancelled first.',
  permission: 'user',
  work: 'write',
  params: byId,
  responses: { 204: null },
  errors: [commonErrors.notFound, notRemovable],
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/apix/billing/subscriptions/:id/cancel/',
  group: 'Plans',
  summary: 'Cancel a subscription',
  description:
    'Ends the plan with its period, or at once with `at_period_end: false`. Nothing is refunded; the account falls back to the free plan.',
  permission: 'user',
  work: 'write',
  params: byId,
  body: cancelBody,
  responses: { 200: Subscription },
  errors: [commonErrors.notFound, notCancellableNow, planIsSuspended, freePlanStays],
});

export const reactivateSubscription = endpoint({
  method: 'POST',
  path: '/apix/billing/subscriptions/:id/reactivate/',
  group: 'Plans',
  summary: 'Reactivate a cancelled subscription',
  description:
    'Takes a cancellation back until the paid period is over. Nothing is charged for it.',
  permission: 'user',
  work: 'write',
  params: byId,
  responses: { 200: Subscription },
  errors: [commonErrors.notFound, subscriptionEnded, planIsSuspended, alreadySubscribed],
});
