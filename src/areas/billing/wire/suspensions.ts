// What staff do with the subscription of a customer.

import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { byId } from '#lib/wire/fields.ts';
import { notSuspendable, Subscription } from './subscriptions.ts';

const staffEndpoint = {
  permission: staffOnly('subscriptions.suspend'),
  work: 'write',
  params: byId,
  responses: { 200: Subscription },
  errors: [commonErrors.notFound, notSuspendable],
} as const;

export const suspendSubscription = endpoint({
  method: 'POST',
  path: '/apix/billing/subscriptions/:id/suspend/',
  summary: 'Suspend a subscription',
  description:
    'Refuses metered calls of a customer and pauses the paid period until it is resumed. Nothing is charged or refunded.',
  audited: 'suspended the subscription of',
  ...staffEndpoint,
});

export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/apix/billing/subscriptions/:id/resume/',
  summary: 'Resume a suspended subscription',
  description:
    'Takes back a suspension. The paid period ends later by the time for which it was paused.',
  audited: 'resumed the subscription of',
  ...staffEndpoint,
});
