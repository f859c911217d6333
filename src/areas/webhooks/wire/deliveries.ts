// Deliveries: one event on its way to one endpoint.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { byId } from '#lib/wire/fields.ts';
import { endpointDisabled, webhooksNotInPlan } from './endpoints.ts';
import {
  attemptErrorCodes,
  deliveryDays,
  deliveryStates,
  replayMax,
} from './webhooks.constants.ts';

const time = z.iso.datetime();
const error = z.enum(attemptErrorCodes).nullable();

export const WebhookDelivery = z
  .object({
    id: z.uuid().describe('Its identifier.'),
    endpoint: z.uuid().describe('The id of the endpoint.'),
    endpoint_url: z.string().describe('Where it is posted to.'),
    message: z.uuid().describe('The id of the event: the same for all endpoints and attempts.'),
    type: z.string().describe('The type of the event.'),
    is_test: z.boolean().describe('Sent by hand, with an example.'),
    state: z.enum(deliveryStates).describe('`failed`: it is not tried again, unless replayed.'),
    attempts: z.int().describe('How often it was sent.'),
    next_attempt_at: time.nullable().describe('Null when it is delivered or failed.'),
    last_status: z.int().nullable().describe('Of the last answer; null without one.'),
    last_error: error.describe('Why the last attempt failed; null after a success.'),
    created_at: time.describe('When the event happened.'),
    finished_at: time.nullable().describe('When it was delivered or given up.'),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDeliveryWire = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  body: z.string().describe('The body exactly as it is sent and signed.'),
  attempt_log: z
    .array(
      z.object({
        number: z.int().describe('From 1.'),
        at: time.describe('When it was sent.'),
        duration_ms: z.int().describe('Until the answer was complete.'),
        status: z.int().nullable().describe('Of the answer; null without one.'),
        error: error.describe('Null for a success.'),
        answer: z.string().describe('The first 4 KB of the answer.'),
      }),
    )
    .describe('Newest first, at most 100.'),
}).meta({ id: 'WebhookDeliveryDetail' });
export type WebhookDeliveryDetailWire = z.infer<typeof WebhookDeliveryDetail>;

const path = '/apix/webhooks/deliveries/' as const;
const permission = { key: 'webhooks' } as const;
const params = byId;

const deliveryQuery = z.object({
  page: listQuery.page,
  page_size: listQuery.page_size,
  limit: listQuery.limit,
  created_after: listQuery.created_after,
  created_before: listQuery.created_before,
  endpoint: z.uuid('Must be a valid UUID.').optional().describe('The id of an endpoint.'),
  type: z.string().max(100).optional().describe('A type of events.'),
  state: z.enum(deliveryStates).optional().describe('Of the delivery.'),
});
export type DeliveryQuery = z.output<typeof deliveryQuery>;

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path,
  group: 'Deliveries',
  tool: { toolset: 'webhooks' },
  summary: 'List webhook deliveries',
  description: `Returns the deliveries of the last ${deliveryDays} days, newest first, without bodies.`,
  permission,
  work: 'read',
  query: deliveryQuery,
  responses: { 200: createPageSchema(WebhookDelivery) },
  errors: [commonErrors.invalidPage],
});

export const readWebhookDelivery = endpoint({
  method: 'GET',
  path: `${path}:id/`,
  group: 'Deliveries',
  tool: { toolset: 'webhooks' },
  summary: 'Retrieve a webhook delivery',
  description:
    'Returns one delivery with the body that is sent, and every attempt with its answer.',
  permission,
  work: 'read',
  params,
  responses: { 200: WebhookDeliveryDetail },
  errors: [commonErrors.notFound],
});

export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: `${path}:id/replay/`,
  group: 'Deliveries',
  tool: { toolset: 'webhooks' },
  summary: 'Send a webhook delivery again',
  description:
    'Sends the same event again, now, with the same `webhook-id`, and retries it as at first. It works for delivered events too.',
  permission,
  work: 'write',
  params,
  responses: { 200: WebhookDelivery },
  errors: [commonErrors.notFound, endpointDisabled, webhooksNotInPlan],
});

const replayRange = z.object({
  since: z.iso.datetime({ offset: true }).describe('Only what happened from then on.'),
  until: z.iso.datetime({ offset: true }).optional().describe('And before then; now by default.'),
});
export type ReplayRange = z.output<typeof replayRange>;

export const replayFailedDeliveries = endpoint({
  method: 'POST',
  path: '/apix/webhooks/endpoints/:id/replay/',
  group: 'Endpoints',
  tool: { toolset: 'webhooks', order: 1 },
  summary: 'Send failed deliveries again',
  description: `Sends all failed deliveries of an endpoint since a moment again, at most ${replayMax} in a call, the oldest first. Repeat it while it returns that many.`,
  permission,
  work: 'write',
  params,
  body: replayRange,
  responses: { 200: z.object({ replayed: z.int().describe('How many are sent again.') }) },
  errors: [commonErrors.notFound, endpointDisabled, webhooksNotInPlan],
});

export const sendTestEvent = endpoint({
  method: 'POST',
  path: '/apix/webhooks/endpoints/:id/test/',
  group: 'Endpoints',
  tool: { toolset: 'webhooks' },
  summary: 'Send a test event',
  description:
    'Sends an event of any type with example data and `is_test: true`, signed as a real one, whatever types the endpoint has.',
  permission,
  work: 'write',
  rateLimit: { points: 60, windowSeconds: 60 },
  params,
  body: z.object({ type: z.string().max(100).describe('A type of events.') }),
  responses: { 201: WebhookDelivery },
  errors: [commonErrors.notFound, endpointDisabled, webhooksNotInPlan],
});
