// The log of deliveries, and sending again.
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { isUuid } from '#lib/uuid.ts';
import type {
  DeliveryQuery,
  ReplayRange,
  WebhookDeliveryDetailWire,
  WebhookDeliveryWire,
} from '../../wire/deliveries.ts';
import { endpointDisabled } from '../../wire/endpoints.ts';
import { replayMax } from '../../wire/webhooks.constants.ts';
import type { EndpointRow } from '../endpoints/endpoint-store.ts';
import { assertInPlan, lockOwn } from '../endpoints/endpoints.ts';
import { writeTestEvent } from '../events/outbox.ts';
import type { Webhooks } from '../webhooks.ts';
import * as deliveryStore from './delivery-store.ts';
import { serializeDelivery, serializeDetail } from './serialize-delivery.ts';

type Owner = Pick<Actor, 'accountId'>;

const attemptsMax = 100;

export async function listDeliveries(
  db: Db,
  { accountId }: Owner,
  query: DeliveryQuery,
  page: PageRequest,
) {
  const filter = {
    accountId,
    endpointId: query.endpoint,
    type: query.type,
    state: query.state,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
  };
  const { rows, total } = await deliveryStore.listDeliveries(db, filter, page);
  return { rows: rows.map(serializeDelivery), total };
}

async function findOwnDelivery(
  db: Db,
  { accountId }: Owner,
  id: string,
): Promise<deliveryStore.DeliveryRow> {
  const row = isUuid(id) ? await deliveryStore.findDelivery(db, id) : undefined;
  if (row?.account_id !== accountId) throw apiError(commonErrors.notFound);
  return row;
}

export async function readDelivery(
  db: Db,
  actor: Owner,
  id: string,
): Promise<WebhookDeliveryDetailWire> {
  const row = await findOwnDelivery(db, actor, id);
  return serializeDetail(row, {
    body: await deliveryStore.readBody(db, row.message_id),
    attempts: await deliveryStore.listAttempts(db, row.id, attemptsMax),
  });
}

/** The endpoint, locked before its deliveries. */
async function lockSendable(
  webhooks: Webhooks,
  tx: Tx,
  actor: Owner,
  endpointId: string,
): Promise<EndpointRow> {
  const endpoint = await lockOwn(tx, actor, endpointId);
  if (endpoint.disabled_at) throw apiError(endpointDisabled);
  await assertInPlan(webhooks, tx, actor);
  return endpoint;
}

export async function replayDelivery(
  webhooks: Webhooks,
  tx: Tx,
  actor: Owner,
  id: string,
): Promise<WebhookDeliveryWire> {
  const { endpoint_id } = await findOwnDelivery(tx, actor, id);
  await lockSendable(webhooks, tx, actor, endpoint_id);
  await deliveryStore.replayDelivery(tx, id, webhooks.kernel.clock.now());
  webhooks.kernel.work.afterCommit(tx, webhooks.sender.wake);
  return serializeDelivery(await findOwnDelivery(tx, actor, id));
}

export async function replayFailed(
  webhooks: Webhooks,
  tx: Tx,
  actor: Owner,
  { id, since, until }: ReplayRange & { id: string },
): Promise<number> {
  const { id: endpointId } = await lockSendable(webhooks, tx, actor, id);
  const now = webhooks.kernel.clock.now();
  const range = { since: new Date(since), until: until === undefined ? now : new Date(until) };
  const { accountId } = actor;
  webhooks.kernel.work.afterCommit(tx, webhooks.sender.wake);
  return deliveryStore.replayFailed(tx, { accountId, endpointId, ...range, limit: replayMax }, now);
}

export async function sendTestEvent(
  webhooks: Webhooks,
  tx: Tx,
  actor: Owner,
  { id, type }: { id: string; type: string },
): Promise<WebhookDeliveryWire> {
  const { id: endpointId } = await lockSendable(webhooks, tx, actor, id);
  const { accountId } = actor;
  const messageId = await writeTestEvent(webhooks, tx, { accountId, endpointId, type });
  if (!messageId) throw new InvalidInput({ type: [`There is no event "${type}".`] });
  return serializeDelivery(
    (await deliveryStore.findAccountDelivery(tx, { messageId, endpointId }))!,
  );
}
