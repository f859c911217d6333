// Subscriptions of an account to tariffs.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { cancelBody, changeBody, subscribeBody } from './subscription-body.ts';
import { ChangePreview, Subscription } from './subscription-schema.ts';
import { subscriptionStatuses } from './subscription-status.ts';

export * from './subscription-schema.ts';

const current = { current_status: z.enum(subscriptionStatuses) };
export const noSubscription = declareError('no_subscription', 404, 'No active subscription.');
export const alreadySubscribed = declareError(
  'already_subscribed',
  400,
  'You have a plan already. Change it instead.',
  current,
);
export const balanceTooLow = declareError(
  'insufficient_balance',
  400,
  'Your balance is too low. Add money, or choose to pay directly.',
  { required: z.string(), available: z.string(), currency: z.string() },
);
export const notChangeable = declareError(
  'invalid_state',
  400,
  'This plan can not be changed now.',
  current,
);
export const notCancellableNow = declareError(
  'invalid_state',
  400,
  'This subscription has ended already.',
  current,
);
export const planIsSuspended = declareError(
  'invalid_state',
  400,
  'This plan is suspended. Write to support.',
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
export const planPaymentUnavailable = declareError(
  'provider_unavailable',
  503,
  'The payment provider does not answer. Try again in a moment.',
  { retry_after: z.int() },
);

/** Previews count too; each may ask a payment provider. */
const orders = { points: 60, windowSeconds: 600 };
const params = z.object({ id: z.string() });
const userQuery = accountId
  .optional()
  .describe('Somebody else’s, for support and finance; ignored for others.');
const preview = z
  .enum(['true', 'false', '1', '0'], 'Must be a valid boolean.')
  .transform((text) => text === 'true' || text === '1')
  .optional()
  .describe('Nothing is changed: the answer is what it would cost.');
const { page, page_size, limit, ordering, created_after, created_before } = listQuery;

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/apix/billing/subscriptions/',
  summary: 'Your subscriptions, the ended ones too',
  permission: { key: 'billing:read' },
  work: 'replica',
  query: z.object({
    page,
    page_size,
    limit,
    ordering,
    created_after,
    created_before,
    status: z.enum(subscriptionStatuses).optional(),
    tariff: z.string().max(100).optional(),
    user: userQuery,
  }),
  responses: { 200: pageOf(Subscription) },
  errors: [commonErrors.invalidPage],
});

export const subscribe = endpoint({
  method: 'POST',
  path: '/apix/billing/subscriptions/',
  summary: 'Subscribe to a tariff; it takes the place of the free one',
  permission: 'user',
  work: 'none',
  rateLimit: orders,
  query: z.object({ preview }),
  body: subscribeBody,
  responses: { 200: ChangePreview, 201: Subscription },
  errors: [alreadySubscribed, balanceTooLow, planPaymentUnavailable],
});

export const readCurrentSubscription = endpoint({
  method: 'GET',
  path: '/apix/billing/subscriptions/current/',
  summary: 'What you are subscribed to now',
  permission: { key: 'billing:read' },
  work: 'read',
  responses: { 200: Subscription },
  errors: [noSubscription],
});

export const readSubscription = endpoint({
  method: 'GET',
  path: '/apix/billing/subscriptions/:id/',
  summary: 'One subscription',
  permission: { key: 'billing:read' },
  work: 'read',
  params,
  responses: { 200: Subscription },
  errors: [commonErrors.notFound],
});

const change = {
  permission: 'user',
  work: 'none',
  rateLimit: orders,
  repeatable: 'by-key',
  params,
  query: z.object({ preview }),
  body: changeBody,
  responses: { 200: z.union([Subscription, ChangePreview]) },
  errors: [
    commonErrors.notFound,
    notChangeable,
    planIsSuspended,
    freePlanStays,
    balanceTooLow,
    planPaymentUnavailable,
  ],
} as const;

export const patchSubscription = endpoint({
  method: 'PATCH',
  path: '/apix/billing/subscriptions/:id/',
  summary: 'Change tariff, period or renewal: more is charged now, less holds from the renewal on',
  ...change,
});

export const putSubscription = endpoint({
  method: 'PUT',
  path: '/apix/billing/subscriptions/:id/',
  summary: 'The same as PATCH: what is absent stays',
  ...change,
});

export const removeSubscription = endpoint({
  method: 'DELETE',
  path: '/apix/billing/subscriptions/:id/',
  summary: 'Take an ended or unpaid subscription off the list',
  permission: 'user',
  work: 'write',
  params,
  responses: { 204: null },
  errors: [commonErrors.notFound, notRemovable],
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/apix/billing/subscriptions/:id/cancel/',
  summary: 'Cancel at the end of the period, or at once and without a refund',
  permission: 'user',
  work: 'none',
  params,
  body: cancelBody,
  responses: { 200: Subscription },
  errors: [commonErrors.notFound, notCancellableNow, planIsSuspended, freePlanStays],
});

export const reactivateSubscription = endpoint({
  method: 'POST',
  path: '/apix/billing/subscriptions/:id/reactivate/',
  summary: 'Take a cancellation back, within the paid period',
  permission: 'user',
  work: 'none',
  params,
  responses: { 200: Subscription },
  errors: [commonErrors.notFound, subscriptionEnded, planIsSuspended, alreadySubscribed],
});

const forStaff = {
  permission: { staff: ['finance'] },
  work: 'none',
  params,
  responses: { 200: Subscription },
  errors: [commonErrors.notFound, notSuspendable],
} as const;

export const suspendSubscription = endpoint({
  method: 'POST',
  path: '/apix/billing/subscriptions/:id/suspend/',
  summary: 'Refuse calls and stop the clock of the period',
  ...forStaff,
});

export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/apix/billing/subscriptions/:id/resume/',
  summary: 'Let calls through again; the rest of the period is kept',
  ...forStaff,
});
