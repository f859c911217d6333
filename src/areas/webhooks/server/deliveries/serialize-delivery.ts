import type { Selectable } from 'kysely';
import type { WebhookAttempt } from '#kernel/database/schema.d.ts';
import type { WebhookDeliveryDetailWire, WebhookDeliveryWire } from '../../wire/deliveries.ts';
import type { AttemptError } from '../../wire/webhooks.constants.ts';
import type { DeliveryRow } from './delivery-store.ts';

export const serializeDelivery = (row: DeliveryRow): WebhookDeliveryWire => ({
  id: row.id,
  endpoint: row.endpoint_id,
  endpoint_url: row.url,
  message: row.message_id,
  type: row.type,
  is_test: row.is_test,
  state: row.state,
  attempts: row.attempts,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  last_status: row.last_status,
  last_error: row.last_error,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

export const serializeDetail = (
  row: DeliveryRow,
  { body, attempts }: { body: string; attempts: readonly Selectable<WebhookAttempt>[] },
): WebhookDeliveryDetailWire => ({
  ...serializeDelivery(row),
  body,
  attempt_log: attempts.map((one) => ({
    number: one.number,
    at: one.started_at.toISOString(),
    duration_ms: one.duration_ms,
    status: one.status,
    error: one.error as AttemptError | null,
    answer: one.answer,
  })),
});
