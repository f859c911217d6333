// Events of plans, quotas and keys for customers' programs.
import { z } from 'zod';
import { customerEvent } from '#lib/customer-events.ts';
import { usageMetrics } from '#lib/quota-groups.ts';
import { unitsDefinition } from '#lib/wire/figures.constants.ts';
import { ApiKey } from './keys.ts';
import { Subscription } from './subscriptions.ts';

export const SubscriptionEventData = Subscription.pick({
  id: true,
  user: true,
  tariff: true,
  status: true,
  status_display: true,
  billing_period: true,
  price: true,
  currency: true,
  auto_renew: true,
  cancel_at_period_end: true,
  cancelled_at: true,
  current_period_start: true,
  current_period_end: true,
  trial_ends_at: true,
  updated_at: true,
}).meta({ id: 'SubscriptionEventData' });

const subscription = {
  id: '019acb2e-1c8e-7d41-9b52-0f6a1c8e2d41',
  user: 42,
  tariff: {
    id: 3,
    slug: 'pro',
    name: 'Pro',
    tagline: 'For teams with several products',
    is_free: false,
  },
  status: 'active',
  status_display: 'Active',
  billing_period: 'monthly',
  price: '79.00',
  currency: 'USD',
  auto_renew: true,
  cancel_at_period_end: false,
  cancelled_at: null,
  current_period_start: '2026-12-01T09:30:00.000Z',
  current_period_end: '2027-01-01T09:30:00.000Z',
  trial_ends_at: null,
  updated_at: '2026-12-01T09:30:00.000Z',
} as const;

export const subscriptionChangedEvent = customerEvent({
  type: 'subscription.changed',
  summary: 'A plan was started or changed',
  description:
    'Sent when a plan starts, when another one is chosen, when its renewal is switched on or off, and when it is suspended or resumed.',
  data: SubscriptionEventData,
  example: subscription,
  onEveryPlan: true,
});

export const subscriptionRenewedEvent = customerEvent({
  type: 'subscription.renewed',
  summary: 'A plan was renewed',
  description: 'Sent when the next period was paid and has begun, also late after a failed charge.',
  data: SubscriptionEventData,
  example: subscription,
  onEveryPlan: true,
});

export const subscriptionPastDueEvent = customerEvent({
  type: 'subscription.past_due',
  summary: 'The renewal of a plan could not be paid',
  description:
    'Sent for each failed charge. Calls are still accepted for a while; any top-up of the balance triggers another attempt.',
  data: SubscriptionEventData,
  example: { ...subscription, status: 'past_due', status_display: 'Payment due' },
  onEveryPlan: true,
});

export const subscriptionCanceledEvent = customerEvent({
  type: 'subscription.canceled',
  summary: 'A plan ended',
  description:
    'Sent when a plan has ended, by a cancellation or because it stayed unpaid. The account is on the free plan then, so no other events follow.',
  data: SubscriptionEventData,
  example: {
    ...subscription,
    status: 'cancelled',
    status_display: 'Cancelled',
    auto_renew: false,
    cancel_at_period_end: true,
    cancelled_at: '2026-12-01T09:30:00.000Z',
  },
  onEveryPlan: true,
});

export const QuotaEventData = z
  .object({
    metric: z.enum(usageMetrics).describe('What the plan limits.'),
    percent: z.int().describe('The share that was reached: 80 or 100.'),
    used: z.number().describe(`Units of this month so far. ${unitsDefinition}`),
    limit: z.number().describe('Units that the plan includes in a month.'),
    allows_overage: z
      .boolean()
      .describe('Whether further units are sold; if not, calls are refused at the limit.'),
    resets_at: z.iso.datetime().describe('When the next month begins.'),
  })
  .meta({ id: 'QuotaEventData' });

const quota = {
  metric: 'calculation',
  percent: 80,
  used: 16_000,
  limit: 20_000,
  allows_overage: false,
  resets_at: '2027-01-01T09:30:00.000Z',
} as const;

export const quotaNearEvent = customerEvent({
  type: 'quota.near',
  summary: '80% of a quota is used',
  description: 'Sent once a month for each limit of the plan.',
  data: QuotaEventData,
  example: quota,
});

export const quotaReachedEvent = customerEvent({
  type: 'quota.reached',
  summary: 'A quota is used up',
  description:
    'Sent once a month for each limit of the plan. Calls that need it are refused with `quota_exceeded`, unless the plan sells more.',
  data: QuotaEventData,
  example: { ...quota, percent: 100, used: 20_000 },
});

const percent = z.int().describe('The share that was reached: 50, 80 or 100.');
const resetsAt = z.iso.datetime().describe('When the next month begins.');

export const SpendingCapEventData = z
  .object({
    percent,
    spent: z.string().describe('Decimal text: what overage costs this month so far.'),
    cap: z.string().describe('Decimal text: the most that it may cost.'),
    currency: z.string().describe('Three letters.'),
    resets_at: resetsAt,
  })
  .meta({ id: 'SpendingCapEventData' });

const spending = {
  percent: 80,
  spent: '40.00',
  cap: '50.00',
  currency: 'USD',
  resets_at: '2027-01-01T09:30:00.000Z',
};

export const spendingCapNearEvent = customerEvent({
  type: 'spending_cap.near',
  summary: 'Half or 80% of the spending cap is used',
  description: 'Sent once a month for each share. Overage goes on until the cap is reached.',
  data: SpendingCapEventData,
  example: spending,
});

export const spendingCapReachedEvent = customerEvent({
  type: 'spending_cap.reached',
  summary: 'The spending cap is used up',
  description:
    'Sent once a month. Calls over the quota are refused with `spending_cap_reached` until the month is over or the cap is raised.',
  data: SpendingCapEventData,
  example: { ...spending, percent: 100, spent: '50.00' },
});

export const KeyBudgetEventData = z
  .object({
    key: z.uuid().describe('The `id` of the key.'),
    name: z.string().describe('What you call the key.'),
    budget: z
      .enum(['overage', 'requests'])
      .describe('Whether the cost of overage or the number of requests is limited.'),
    percent,
    used: z.string().describe('Decimal text: money, or a number of requests.'),
    limit: z.string().describe('Decimal text, in the same unit.'),
    currency: z.string().nullable().describe('Three letters; null for requests.'),
    resets_at: resetsAt,
  })
  .meta({ id: 'KeyBudgetEventData' });

const budget = {
  key: '019acb2e-5a3c-7c1e-9b52-0f6a1c8e2d41',
  name: 'production',
  budget: 'requests',
  percent: 80,
  used: '8000',
  limit: '10000',
  currency: null,
  resets_at: '2027-01-01T09:30:00.000Z',
} as const;

export const keyBudgetNearEvent = customerEvent({
  type: 'key_budget.near',
  summary: 'Half or 80% of the budget of an API key is used',
  description: 'Sent once a month for each share and budget of a key.',
  data: KeyBudgetEventData,
  example: budget,
});

export const keyBudgetReachedEvent = customerEvent({
  type: 'key_budget.reached',
  summary: 'The budget of an API key is used up',
  description:
    'Sent once a month for each budget of a key. Its calls are refused with `key_budget_reached` until the month is over or the budget is raised.',
  data: KeyBudgetEventData,
  example: { ...budget, percent: 100, used: '10000' },
});

export const KeyEventData = ApiKey.pick({
  id: true,
  name: true,
  key_preview: true,
  status: true,
  status_reason: true,
  scopes: true,
  expires_at: true,
  lineage_id: true,
  replaced_by: true,
  created_at: true,
  revoked_at: true,
}).meta({ id: 'KeyEventData' });

const key: z.output<typeof KeyEventData> = {
  id: '019acb2e-5a3c-7c1e-9b52-0f6a1c8e2d41',
  name: 'production',
  key_preview: 'sk_live_AbC1...x9Zq',
  status: 'active',
  status_reason: '',
  scopes: ['customs'],
  expires_at: '2026-12-08T09:30:00.000Z',
  lineage_id: '019acb2e-5a3c-7c1e-9b52-0f6a1c8e2d41',
  replaced_by: null,
  created_at: '2026-12-01T09:30:00.000Z',
  revoked_at: null,
};

export const keyCreatedEvent = customerEvent({
  type: 'key.created',
  summary: 'An API key was created',
  description: 'Sent for new keys and for those that a rotation makes. The secret is never in it.',
  data: KeyEventData,
  example: key,
});

export const keyExpiringEvent = customerEvent({
  type: 'key.expiring',
  summary: 'An API key is about to expire',
  description: 'Sent with each mail about it: rotate the key, or give it a later date.',
  data: KeyEventData,
  example: key,
});

export const keyRevokedEvent = customerEvent({
  type: 'key.revoked',
  summary: 'An API key was revoked',
  description: 'Sent when a key is revoked or deleted, by you or by staff.',
  data: KeyEventData,
  example: {
    ...key,
    status: 'revoked',
    status_reason: 'No longer needed',
    revoked_at: '2026-12-01T09:30:00.000Z',
  },
});
