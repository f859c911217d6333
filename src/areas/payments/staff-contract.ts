// Webhook events for staff: what providers said, and saying it again.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { paymentProviders } from './payment-status.ts';

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
    body: z.string().describe('The signed text, as it came.'),
    received_at: z.iso.datetime(),
    processed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEventWire = z.infer<typeof WebhookEvent>;

export const listWebhookEvents = endpoint({
  method: 'GET',
  path: '/apix/admin/webhook-events/',
  summary: 'What providers told, newest first',
  permission: { staff: ['finance'] },
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    search: listQuery.search.describe('An event, a provider’s payment, or ours.'),
    created_after: listQuery.created_after,
    created_before: listQuery.created_before,
    status: z.enum(statuses).optional(),
    provider: z.enum(paymentProviders).optional(),
    payment: z.uuid('Must be a valid UUID.').optional(),
  }),
  reply: { 200: pageOf(WebhookEvent) },
  errors: [commonErrors.invalidPage],
});

export const replayWebhookEvent = endpoint({
  method: 'POST',
  path: '/apix/admin/webhook-events/:uuid/replay/',
  summary: 'Work on an event again; nothing is credited twice',
  permission: { staff: ['finance'] },
  params: z.object({ uuid: z.string() }),
  reply: { 202: WebhookEvent },
  errors: [commonErrors.notFound],
});
