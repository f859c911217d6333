// What staff see of a customer's endpoints, and how they stop one.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { WebhookEndpoint } from './endpoints.ts';

export const StaffWebhookEndpoint = WebhookEndpoint.extend({
  url: z
    .string()
    .describe(
      'Where events go; for staff who are no admins without its path, which may be secret.',
    ),
  user: z.int().describe('The id of the account.'),
  waiting: z.int().describe('Deliveries that wait.'),
  failed: z.int().describe('Deliveries that failed, of the days that are kept.'),
}).meta({ id: 'StaffWebhookEndpoint' });
export type StaffWebhookEndpointWire = z.infer<typeof StaffWebhookEndpoint>;

export const listUserWebhooks = endpoint({
  method: 'GET',
  path: '/apix/admin/users/:id/webhooks/',
  summary: 'List the webhook endpoints of a user',
  description:
    'Returns all endpoints of a customer with what waits and what failed, to help when events do not arrive. It never returns secrets or bodies of events.',
  permission: staffOnly('users.read'),
  work: 'read',
  params: z.object({ id: accountId.transform(Number) }),
  responses: { 200: z.object({ endpoints: z.array(StaffWebhookEndpoint) }) },
  errors: [commonErrors.notFound],
});

export const disableWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/apix/admin/webhook-endpoints/:id/disable/',
  summary: 'Disable a webhook endpoint of a user',
  description:
    'Stops deliveries to an endpoint that harms its receiver or the service. The customer sees that we stopped it and can enable it again; the reason is in the audit log only.',
  audited: 'disabled webhook endpoint',
  permission: staffOnly('users.disable_webhooks'),
  work: 'write',
  params: z.object({ id: z.string() }),
  body: z.object({ reason: z.string().trim().min(1, 'This field may not be blank.').max(500) }),
  responses: { 200: StaffWebhookEndpoint },
  errors: [commonErrors.notFound],
});
