import type { Api } from '#kernel/http/api.ts';
import { apiError } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { csvStream, respondCsv, streamRows } from '#kernel/http/responses/csv-response.ts';
import { commonErrors } from '#lib/endpoint.ts';
import * as contract from '../../wire/webhooks.ts';
import type { Payments } from '../context.ts';
import { listEvents, listEventsAfter, type WebhookRow } from './webhook-store.ts';
import { createWebhookReceiver, replayWebhook } from './webhooks.ts';

/** Without the bodies, which are long. */
const columns = [
  'uuid',
  'provider',
  'event_id',
  'payment',
  'provider_payment_id',
  'provider_status',
  'status',
  'attempts',
  'error',
  'received_at',
  'processed_at',
];

export function webhookRoutes(api: Api, payments: Payments): void {
  const receive = createWebhookReceiver(payments);
  mount(api, contract.receiveWebhook, async ({ query, raw, request }) => {
    const response = await receive(request.headers, query.provider, raw);
    return 'received' in response ? respond(200, response) : respond(400, response);
  });
  mount(api, contract.listWebhookEvents, async ({ db, query, request }) => {
    if (query.format === 'csv') {
      const rows = streamRows<WebhookRow, contract.WebhookEventWire>(
        (last, count) => listEventsAfter(db, query, { last, count }),
        (batch) => batch.map(toWebhookEvent),
      );
      return respondCsv('events', csvStream(columns, rows));
    }
    return respondPage(
      api,
      { query, request },
      (page) => listEvents(db, query, page),
      (rows) => rows.map(toWebhookEvent),
    );
  });
  mount(api, contract.replayWebhookEvent, async ({ db, params, audit }) => {
    const event = await replayWebhook(payments, db, params.uuid);
    if (!event) throw apiError(commonErrors.notFound);
    await audit.record(db, { type: 'event', id: event.id, after: { status: event.status } });
    return respond(202, toWebhookEvent(event));
  });
}

const toWebhookEvent = (row: WebhookRow): contract.WebhookEventWire => ({
  uuid: row.id,
  provider: row.provider,
  event_id: row.event_id,
  payment: row.payment_id,
  provider_payment_id: row.provider_payment_id,
  provider_status: row.provider_status,
  status: row.status,
  attempts: row.attempts,
  error: row.error,
  body: row.body.toString('utf8'),
  received_at: row.received_at.toISOString(),
  processed_at: row.processed_at?.toISOString() ?? null,
});
