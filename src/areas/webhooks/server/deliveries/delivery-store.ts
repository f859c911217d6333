import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { countRows, paginate } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { AttemptError, DeliveryState } from '../../wire/webhooks.constants.ts';

export type DeliveryRow = {
  id: string;
  account_id: number;
  endpoint_id: string;
  message_id: string;
  type: string;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: Date | null;
  last_status: number | null;
  last_error: AttemptError | null;
  created_at: Date;
  finished_at: Date | null;
  url: string;
  is_test: boolean;
};

export type DeliveryFilter = {
  accountId: number;
  endpointId?: string | undefined;
  type?: string | undefined;
  state?: DeliveryState | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
};

const withNames = (db: Db) =>
  db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_endpoint as e', 'e.id', 'd.endpoint_id')
    .innerJoin('webhook_message as m', 'm.id', 'd.message_id')
    .select(['d.id', 'd.account_id', 'd.endpoint_id', 'd.message_id', 'd.type', 'd.state'])
    .select(['d.attempts', 'd.next_attempt_at', 'd.last_status', 'd.last_error'])
    .select(['d.created_at', 'd.finished_at', 'e.url', 'm.is_test']);

/** Newest first. */
export async function listDeliveries(db: Db, filter: DeliveryFilter, page: PageRequest) {
  const { accountId, endpointId, type, state, createdAfter, createdBefore } = filter;
  let query = db.selectFrom('webhook_delivery as d').where('d.account_id', '=', accountId);
  if (endpointId) query = query.where('d.endpoint_id', '=', endpointId);
  if (type) query = query.where('d.type', '=', type);
  if (state) query = query.where('d.state', '=', state);
  if (createdAfter) query = query.where('d.created_at', '>=', new Date(createdAfter));
  if (createdBefore) query = query.where('d.created_at', '<', new Date(createdBefore));
  const order = [{ column: 'd.created_at' as const, direction: 'desc' as const }];
  const ids = await paginate(query.select('d.id'), order, page).orderBy('d.id', 'desc').execute();
  return {
    rows: await listByIds(
      db,
      ids.map(({ id }) => id),
    ),
    total: await countRows(db, query),
  };
}

async function listByIds(db: Db, ids: readonly string[]): Promise<DeliveryRow[]> {
  if (ids.length === 0) return [];
  const query = withNames(db).where('d.id', 'in', ids);
  return (await query
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .execute()) as DeliveryRow[];
}

export async function findDelivery(db: Db, id: string): Promise<DeliveryRow | undefined> {
  return (await listByIds(db, [id]))[0];
}

export const findAccountDelivery = async (
  db: Db,
  { messageId, endpointId }: { messageId: string; endpointId: string },
): Promise<DeliveryRow | undefined> =>
  (await withNames(db)
    .where('d.message_id', '=', messageId)
    .where('d.endpoint_id', '=', endpointId)
    .executeTakeFirst()) as DeliveryRow | undefined;

export async function readBody(db: Db, messageId: string): Promise<string> {
  const { body } = await db
    .selectFrom('webhook_message')
    .select('body')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  return body;
}

/** Newest first. */
export const listAttempts = (db: Db, deliveryId: string, limit: number) =>
  db
    .selectFrom('webhook_attempt')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();

const sentAgain = (now: Date) => ({
  state: 'waiting' as const,
  tries: 0,
  next_attempt_at: now,
  finished_at: null,
});

export async function replayDelivery(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('webhook_delivery').set(sentAgain(now)).where('id', '=', id).execute();
}

type FailedRange = {
  accountId: number;
  endpointId: string;
  since: Date;
  until: Date;
  limit: number;
};

/** The oldest failed ones of a range. Returns their number. */
export async function replayFailed(
  tx: Tx,
  { accountId, endpointId, since, until, limit }: FailedRange,
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_delivery')
    .set(sentAgain(now))
    .where('id', 'in', (query) =>
      query
        .selectFrom('webhook_delivery')
        .select('id')
        .where('account_id', '=', accountId)
        .where('endpoint_id', '=', endpointId)
        .where('state', '=', 'failed')
        .where('created_at', '>=', since)
        .where('created_at', '<', until)
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** By endpoint, deliveries that wait or failed. */
export async function countOpenDeliveries(
  db: Db,
  endpointIds: readonly string[],
): Promise<Map<string, { waiting: number; failed: number }>> {
  if (endpointIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('webhook_delivery')
    .select('endpoint_id')
    .select(sql<number>`count(*) filter (where state = 'waiting')::int`.as('waiting'))
    .select(sql<number>`count(*) filter (where state = 'failed')::int`.as('failed'))
    .where('endpoint_id', 'in', endpointIds)
    .groupBy('endpoint_id')
    .execute();
  return new Map(rows.map(({ endpoint_id, ...counts }) => [endpoint_id, counts]));
}
