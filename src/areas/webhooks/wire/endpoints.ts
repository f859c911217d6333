// Endpoints: the addresses that events are posted to.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { byId } from '#lib/wire/fields.ts';
import { createEndpointBody, updateEndpointBody } from './endpoints.form.ts';
import { disabledReasons, secretOverlapHours, secretPrefix } from './webhooks.constants.ts';

const time = z.iso.datetime();

export const WebhookEndpoint = z
  .object({
    id: z.uuid().describe('Its identifier.'),
    url: z.string().describe('Where events are posted to.'),
    description: z.string().describe('Your note; may be empty.'),
    event_types: z.array(z.string()).nullable().describe('Null: every event.'),
    is_enabled: z.boolean().describe('Whether events are sent.'),
    disabled_reason: z
      .enum(disabledReasons)
      .nullable()
      .describe('By whom, or why: `gone` after status 410, `failing` after days of failures only.'),
    disabled_at: time.nullable().describe('Null while it is enabled.'),
    failing_since: time
      .nullable()
      .describe('Since when every attempt failed; null after a success.'),
    secrets: z
      .array(
        z.object({
          created_at: time.describe('When it was made.'),
          expires_at: time.nullable().describe('When it stops signing; null for the current one.'),
        }),
      )
      .describe('The secrets that sign at the moment, the newest first, without their text.'),
    created_at: time.describe('When it was created.'),
    updated_at: time.describe('When a setting was last changed.'),
  })
  .meta({ id: 'WebhookEndpoint' });
export type WebhookEndpointWire = z.infer<typeof WebhookEndpoint>;

export const NewWebhookEndpoint = WebhookEndpoint.extend({
  secret: z
    .string()
    .describe(`The signing secret, \`${secretPrefix}\` and base64. It is returned only once.`),
}).meta({ id: 'NewWebhookEndpoint' });
export type NewWebhookEndpointWire = z.infer<typeof NewWebhookEndpoint>;

export type CreateEndpointBody = z.output<typeof createEndpointBody>;
export type UpdateEndpointBody = z.output<typeof updateEndpointBody>;

export const webhooksNotInPlan = declareError(
  'webhooks_not_in_plan',
  403,
  'Your plan does not include webhooks. Choose a paid plan.',
);
export const endpointLimitReached = declareError(
  'webhook_endpoint_limit_reached',
  400,
  'This account has as many webhook endpoints as it can have. Delete one first.',
  { limit: z.int().describe('Maximum number of endpoints of an account.') },
);
export const endpointDisabled = declareError(
  'webhook_endpoint_disabled',
  400,
  'This endpoint is disabled. Enable it first.',
);

const path = '/apix/webhooks/endpoints/' as const;
const permission = { key: 'webhooks' } as const;
const params = byId;

export const listWebhookEndpoints = endpoint({
  method: 'GET',
  path,
  group: 'Endpoints',
  tool: { toolset: 'webhooks' },
  summary: 'List webhook endpoints',
  description: 'Returns the endpoints of the account, newest first. Secrets are not shown again.',
  permission,
  work: 'read',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
  }),
  responses: { 200: createPageSchema(WebhookEndpoint) },
  errors: [commonErrors.invalidPage],
});

export const createWebhookEndpoint = endpoint({
  method: 'POST',
  path,
  group: 'Endpoints',
  tool: { none: 'It returns a secret, which is for the receiver alone.' },
  summary: 'Create a webhook endpoint',
  description:
    'Adds an address that events are posted to from now on. The signing secret is in this response only. Private addresses are refused, and the plan has to include webhooks.',
  permission,
  work: 'none',
  rateLimit: { points: 60, windowSeconds: 600 },
  body: createEndpointBody,
  responses: { 201: NewWebhookEndpoint },
  responseHasSecret: true,
  errors: [webhooksNotInPlan, endpointLimitReached],
});

export const readWebhookEndpoint = endpoint({
  method: 'GET',
  path: `${path}:id/`,
  group: 'Endpoints',
  tool: { toolset: 'webhooks' },
  summary: 'Retrieve a webhook endpoint',
  description: 'Returns one endpoint: its events, whether it is enabled, and since when it fails.',
  permission,
  work: 'read',
  params,
  responses: { 200: WebhookEndpoint },
  errors: [commonErrors.notFound],
});

export const patchWebhookEndpoint = endpoint({
  method: 'PATCH',
  path: `${path}:id/`,
  group: 'Endpoints',
  tool: { toolset: 'webhooks' },
  summary: 'Update a webhook endpoint',
  description:
    'Changes the settings that are sent and keeps the others. Enabling an endpoint forgets its failures; what it missed meanwhile can be replayed.',
  permission,
  work: 'none',
  params,
  body: updateEndpointBody,
  responses: { 200: WebhookEndpoint },
  errors: [commonErrors.notFound, webhooksNotInPlan],
});

export const deleteWebhookEndpoint = endpoint({
  method: 'DELETE',
  path: `${path}:id/`,
  group: 'Endpoints',
  tool: { toolset: 'webhooks' },
  summary: 'Delete a webhook endpoint',
  description: 'Deletes the endpoint with its deliveries. Nothing is sent to it any more.',
  permission,
  work: 'write',
  params,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: `${path}:id/rotate/`,
  group: 'Endpoints',
  tool: { none: 'It returns a secret, which is for the receiver alone.' },
  summary: 'Rotate the signing secret',
  description: `Makes a new secret and returns it, once. For ${secretOverlapHours} hours the old one signs too, so that the receiver can change over; of several rotations in that time the last old one.`,
  permission,
  work: 'write',
  params,
  responses: { 201: NewWebhookEndpoint },
  responseHasSecret: true,
  errors: [commonErrors.notFound],
});
