import { z } from 'zod';
import { bytes, commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { byUuid } from '#lib/wire/fields.ts';
import { paymentProviders } from './payments.constants.ts';

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/apix/payments/webhook/',
  summary: 'Receive a payment provider webhook',
  description:
    'Takes an event of a payment provider by its signature. It never credits anything itself: the payment is then fetched from the provider.',
  permission: 'public',
  work: 'none',
  rateLimit: 'none',
  query: z.object({ provider: z.string().max(40).optional() }),
  body: 'raw',
  bodyBytesMax: 262_144,
  responses: {
    200: z.object({
      received: z.literal(true),
      duplicate: z.boolean().optional(),
      ignored: z.boolean().optional().describe('The payment is unknown; the event is stored.'),
    }),
    400: z.object({
      detail: z.string(),
      code: z.enum(['invalid_signature', 'unknown_provider']),
    }),
  },
});

const statuses = ['received', 'processed', 'ignored', 'failed'] as const;

export const WebhookEvent = z
  .object({
    uuid: z.string(),
    provider: z.enum(paymentProviders),
    event_id: z.string(),
    payment: z.string().nullable(),
    provider_payment_id: z.string().nullable(),
    provider_status: z.string(),
    status: z.enum(statuses),
    attempts: z.int(),
    error: z.string().nullable(),
    body: z.string().describe('The signed body, as received.'),
    received_at: z.iso.datetime(),
    processed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEventWire = z.infer<typeof WebhookEvent>;

export const listWebhookEvents = endpoint({
  method: 'GET',
  path: '/apix/admin/webhook-events/',
  summary: 'List webhook events',
  description:
    'Returns what providers have sent, with the signed body and what became of it. `format=csv` downloads all that match.',
  permission: staffOnly('payments.decide'),
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    search: listQuery.search.describe('The id of an event or payment, ours or the provider’s.'),
    created_after: listQuery.created_after,
    created_before: listQuery.created_before,
    status: z.enum(statuses).optional(),
    provider: z.enum(paymentProviders).optional(),
    payment: z.uuid('Must be a valid UUID.').optional(),
    format: z.enum(['json', 'csv']).optional().describe('`csv` downloads all matching rows.'),
  }),
  responses: { 200: createPageSchema(WebhookEvent) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

export const replayWebhookEvent = endpoint({
  method: 'POST',
  path: '/apix/admin/webhook-events/:uuid/replay/',
  summary: 'Replay a webhook event',
  description:
    'Processes a stored event again. It credits nothing twice: the payment is fetched, and each transfer counts once.',
  audited: 'replayed webhook event',
  permission: staffOnly('payments.decide'),
  work: 'write',
  params: byUuid,
  responses: { 202: WebhookEvent },
  errors: [commonErrors.notFound],
});
