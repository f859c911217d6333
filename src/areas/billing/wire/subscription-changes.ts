// Subscribing to a tariff, changing the subscription, and previews of what either would cost.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { billingCountryRequired } from '#lib/wire/billing-country.ts';
import { byId, currencyCode, money, retryAfter } from '#lib/wire/fields.ts';
import { subscriptionStatuses } from './subscriptions.constants.ts';
import {
  alreadySubscribed,
  freePlanStays,
  planIsSuspended,
  Subscription,
  TariffMention,
} from './subscriptions.ts';
import { billingPeriods } from './tariffs.ts';

/** `start`: a new period starts now. `upgrade`: the price difference is charged now. */
const changeKinds = ['trial', 'start', 'upgrade', 'downgrade', 'none'] as const;

export const ChangePreview = z
  .object({
    kind: z
      .enum(changeKinds)
      .describe('`start`: a new period starts now. `upgrade`: the difference is charged now.'),
    tariff: TariffMention.describe('The tariff that was asked for.'),
    billing_period: z.enum(billingPeriods).describe('The period that was asked for.'),
    price: money.describe('Price of one period.'),
    currency: z.string().describe('Of all amounts.'),
    charge_now: money.describe('What would leave the balance now, overage included; decimal text.'),
    lines: z
      .array(
        z.object({
          label: z.string().describe('The item in words.'),
          amount: money.describe('Signed.'),
        }),
      )
      .describe('The items that add up to `charge_now`.'),
    overage: money
      .nullable()
      .describe(
        'The part of `charge_now` that pays for usage over the quota so far. Null if none.',
      ),
    effective_at: z.iso.datetime().describe('When the change would take effect.'),
    next_charge: z
      .object({
        amount: money.describe('Decimal text.'),
        at: z.iso.datetime().describe('The end of the period.'),
      })
      .describe('What the renewal would charge.'),
    balance: z
      .object({
        available: money.describe('Can be spent; decimal text.'),
        missing: money.describe('The shortfall for `charge_now`; zero if covered.'),
      })
      .describe('Whether the wallet covers it.'),
  })
  .meta({ id: 'ChangePreview' });
export type ChangePreviewWire = z.infer<typeof ChangePreview>;

const tariff = z
  .string()
  .trim()
  .min(1, 'This field may not be blank.')
  .max(100)
  .describe('The `slug` of a tariff.');
const billingPeriod = z.enum(billingPeriods).describe('How often it is charged.');
const paymentSource = z
  .enum(['balance', 'payment'])
  .describe('`payment` creates a payment; the tariff takes effect once it completes.');
const payCurrency = z.string().max(20).describe('Payment currency code, for `payment`.');

export const subscribeBody = z.object({
  tariff,
  billing_period: billingPeriod.default('monthly'),
  auto_renew: z.boolean().default(true).describe('Whether it renews at the end of each period.'),
  payment_source: paymentSource.default('balance'),
  pay_currency: payCurrency.optional(),
});
export type SubscribeBody = z.output<typeof subscribeBody>;

const changeBody = z.object({
  tariff: tariff.optional(),
  billing_period: billingPeriod.optional(),
  auto_renew: z.boolean().optional().describe('Whether it renews at the end of each period.'),
  payment_source: paymentSource.default('balance'),
  pay_currency: payCurrency.optional(),
});
export type ChangeBody = z.output<typeof changeBody>;

export const balanceTooLow = declareError(
  'insufficient_balance',
  400,
  'Your balance is too low. Add money, or choose to pay directly.',
  {
    required: z.string().describe('What it costs; decimal text.'),
    available: z.string().describe('What can be spent; decimal text.'),
    currency: currencyCode,
  },
);
export const notChangeable = declareError(
  'invalid_state',
  400,
  'This plan can not be changed now.',
  { current_status: z.enum(subscriptionStatuses).describe('What it is now.') },
);
export const planPaymentUnavailable = declareError(
  'provider_unavailable',
  503,
  'The payment provider does not answer. Try again in a moment.',
  { retry_after: retryAfter },
);

/** Previews count towards it as well. Each call may create a payment at the provider. */
const rateLimit = { points: 60, windowSeconds: 600 };
const preview = z
  .enum(['true', 'false', '1', '0'], 'Must be a valid boolean.')
  .transform((text) => text === 'true' || text === '1')
  .optional()
  .describe('Return what it would cost, without changing anything.');

export const subscribe = endpoint({
  method: 'POST',
  path: '/apix/billing/subscriptions/',
  group: 'Plans',
  summary: 'Create a subscription',
  description:
    'Chooses a plan for an account on the free one. The first period is charged to the balance now, or a payment is created and the plan starts once it is paid; `preview=true` only says what it would cost. A plan that costs something needs the country in the billing profile, also for a trial.',
  permission: 'user',
  work: 'none',
  rateLimit,
  query: z.object({ preview }),
  body: subscribeBody,
  responses: { 200: ChangePreview, 201: Subscription },
  errors: [alreadySubscribed, billingCountryRequired, balanceTooLow, planPaymentUnavailable],
});

const change = {
  permission: 'user',
  work: 'none',
  rateLimit,
  repeatable: 'by-key',
  params: byId,
  query: z.object({ preview }),
  body: changeBody,
  responses: { 200: z.union([Subscription, ChangePreview]) },
  errors: [
    commonErrors.notFound,
    notChangeable,
    planIsSuspended,
    freePlanStays,
    billingCountryRequired,
    balanceTooLow,
    planPaymentUnavailable,
  ],
} as const;

export const patchSubscription = endpoint({
  method: 'PATCH',
  path: '/apix/billing/subscriptions/:id/',
  group: 'Plans',
  summary: 'Update a subscription',
  description:
    'Changes plan, period or renewal. A higher price per year takes effect now and charges the difference for the rest of the period; anything else waits for the renewal. Another plan that costs something needs the country in the billing profile.',
  ...change,
});

export const putSubscription = endpoint({
  method: 'PUT',
  path: '/apix/billing/subscriptions/:id/',
  group: 'Plans',
  summary: 'Update a subscription (same as PATCH)',
  description:
    'Does exactly what PATCH does, for clients that only know PUT: fields that are left out keep their values.',
  ...change,
});
