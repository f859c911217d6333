// Endpoints of an account: created, changed, deleted, and their secrets.
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { isUuid } from '#lib/uuid.ts';
import {
  type CreateEndpointBody,
  endpointLimitReached,
  type NewWebhookEndpointWire,
  type UpdateEndpointBody,
  type WebhookEndpointWire,
  webhooksNotInPlan,
} from '../../wire/endpoints.ts';
import type { Webhooks } from '../webhooks.ts';
import { checkUrl } from './check-url.ts';
import * as endpointStore from './endpoint-store.ts';
import { createSecret, rotateSecret } from './secrets.ts';
import { serializeEndpoints } from './serialize-endpoint.ts';

type Owner = Pick<Actor, 'accountId'>;

export async function listEndpoints(
  { kernel }: Webhooks,
  db: Db,
  { accountId }: Owner,
  page: PageRequest,
) {
  const { rows, total } = await endpointStore.listEndpoints(db, accountId, page);
  return { rows: await serializeEndpoints(db, rows, kernel.clock.now()), total };
}

/** Throws not_found for one that does not exist or is another account's. */
export async function findOwn(
  db: Db,
  { accountId }: Owner,
  id: string,
): Promise<endpointStore.EndpointRow> {
  const row = isUuid(id) ? await endpointStore.findEndpoint(db, id) : undefined;
  if (row?.account_id !== accountId) throw apiError(commonErrors.notFound);
  return row;
}

/** The same, locked. */
export async function lockOwn(
  tx: Tx,
  { accountId }: Owner,
  id: string,
): Promise<endpointStore.EndpointRow> {
  const row = isUuid(id) ? await endpointStore.lockEndpoint(tx, id) : undefined;
  if (row?.account_id !== accountId) throw apiError(commonErrors.notFound);
  return row;
}

export async function assertInPlan(
  { kernel, hasWebhooks }: Webhooks,
  db: Db,
  { accountId }: Owner,
): Promise<void> {
  if (!(await hasWebhooks(db, accountId, kernel.clock.now()))) throw apiError(webhooksNotInPlan);
}

export const readEndpoint = async (
  webhooks: Webhooks,
  db: Db,
  actor: Owner,
  id: string,
): Promise<WebhookEndpointWire> => serialize(webhooks, db, await findOwn(db, actor, id));

async function serialize(
  { kernel }: Webhooks,
  db: Db,
  row: endpointStore.EndpointRow,
): Promise<WebhookEndpointWire> {
  return (await serializeEndpoints(db, [row], kernel.clock.now()))[0]!;
}

/** Two units, because the name of the address is resolved in between. */
export async function createEndpoint(
  webhooks: Webhooks,
  actor: Owner,
  body: CreateEndpointBody,
  write: LastWrite<NewWebhookEndpointWire> = webhooks.kernel.work.write,
): Promise<NewWebhookEndpointWire> {
  const { work, clock } = webhooks.kernel;
  await work.read((db) => assertInPlan(webhooks, db, actor));
  assertKnown(webhooks, body.event_types);
  const url = await checkUrl(webhooks, body.url);
  const { accountId } = actor;
  return write(async (tx) => {
    const limit = budgets.webhookEndpointsPerAccount;
    if ((await endpointStore.lockAndCountEndpoints(tx, accountId)) >= limit)
      throw apiError(endpointLimitReached, { limit });
    const now = clock.now();
    const row = await endpointStore.insertEndpoint(tx, {
      id: createId(now),
      account_id: accountId,
      url,
      description: body.description,
      event_types: body.event_types,
      created_at: now,
      updated_at: now,
    });
    const secret = await createSecret(webhooks, tx, row.id);
    return { ...(await serialize(webhooks, tx, row)), secret };
  });
}

export async function changeEndpoint(
  webhooks: Webhooks,
  actor: Owner,
  id: string,
  body: UpdateEndpointBody,
): Promise<WebhookEndpointWire> {
  const { work, clock } = webhooks.kernel;
  await work.read((db) => findOwn(db, actor, id));
  assertKnown(webhooks, body.event_types);
  const url = body.url === undefined ? undefined : await checkUrl(webhooks, body.url);
  return work.write(async (tx) => {
    const before = await lockOwn(tx, actor, id);
    const now = clock.now();
    const enables = body.is_enabled === true && before.disabled_at !== null;
    if (enables) await assertInPlan(webhooks, tx, actor);
    if (body.is_enabled === false)
      await endpointStore.disableEndpoints(tx, [id], { reason: 'customer', now });
    const row = await endpointStore.updateEndpoint(tx, id, {
      ...(url !== undefined && { url }),
      ...(body.description !== undefined && { description: body.description }),
      ...(body.event_types !== undefined && { event_types: body.event_types }),
      ...(enables && { disabled_reason: null, disabled_at: null, failing_since: null }),
      updated_at: now,
    });
    return serialize(webhooks, tx, row);
  });
}

/** A misspelt type would otherwise never be sent. */
function assertKnown({ catalogue }: Webhooks, types: readonly string[] | null | undefined): void {
  const unknown = types?.find((type) => !catalogue.some(({ event }) => event.type === type));
  if (unknown !== undefined)
    throw new InvalidInput({ event_types: [`There is no event "${unknown}".`] });
}

export async function deleteEndpoint(tx: Tx, actor: Owner, id: string): Promise<void> {
  await lockOwn(tx, actor, id);
  await endpointStore.deleteEndpoint(tx, id);
}

export async function rotateEndpointSecret(
  webhooks: Webhooks,
  tx: Tx,
  actor: Owner,
  id: string,
): Promise<NewWebhookEndpointWire> {
  const row = await lockOwn(tx, actor, id);
  const secret = await rotateSecret(webhooks, tx, id);
  return { ...(await serialize(webhooks, tx, row)), secret };
}
