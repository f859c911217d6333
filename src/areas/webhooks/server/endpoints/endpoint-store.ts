import type { Insertable, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { WebhookEndpoint } from '#kernel/database/schema.d.ts';
import { countRows, readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { DisabledReason } from '../../wire/webhooks.constants.ts';

export type EndpointRow = Selectable<WebhookEndpoint> & { disabled_reason: DisabledReason | null };

/** Newest first. */
export async function listEndpoints(db: Db, accountId: number, page: PageRequest) {
  const query = db.selectFrom('webhook_endpoint').where('account_id', '=', accountId);
  const sorted = query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$castTo<EndpointRow>();
  return readPage(db, sorted, page);
}

/** All of an account, newest first; their number is limited. */
export const listAllEndpoints = (db: Db, accountId: number): Promise<EndpointRow[]> =>
  db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute() as Promise<EndpointRow[]>;

/** Ids of the enabled endpoints that want events of a type. */
export async function listListening(db: Db, accountId: number, type: string): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('event_types', 'is', null), sql<boolean>`${type} = any(event_types)`]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

export const findEndpoint = (db: Db, id: string): Promise<EndpointRow | undefined> =>
  db.selectFrom('webhook_endpoint').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    EndpointRow | undefined
  >;

/** Locks the row until the transaction ends. */
export const lockEndpoint = (tx: Tx, id: string): Promise<EndpointRow | undefined> =>
  tx
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<EndpointRow | undefined>;

/** Locks the account against another new endpoint, and counts what it has. */
export async function lockAndCountEndpoints(tx: Tx, accountId: number): Promise<number> {
  await sql`select id from account where id = ${accountId} for no key update`.execute(tx);
  return (
    await countRows(tx, tx.selectFrom('webhook_endpoint').where('account_id', '=', accountId))
  ).count;
}

export const insertEndpoint = (tx: Tx, row: Insertable<WebhookEndpoint>): Promise<EndpointRow> =>
  tx
    .insertInto('webhook_endpoint')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<EndpointRow>;

export const updateEndpoint = (
  tx: Tx,
  id: string,
  values: Updateable<WebhookEndpoint>,
): Promise<EndpointRow> =>
  tx
    .updateTable('webhook_endpoint')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<EndpointRow>;

export const deleteEndpoint = (tx: Tx, id: string) =>
  tx.deleteFrom('webhook_endpoint').where('id', '=', id).execute();

/** Disables those that are enabled, gives up what waits for them, and returns them. */
export async function disableEndpoints(
  tx: Tx,
  ids: readonly string[],
  { reason, now }: { reason: DisabledReason; now: Date },
): Promise<EndpointRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .updateTable('webhook_endpoint')
    .set({ disabled_reason: reason, disabled_at: now, updated_at: now })
    .where('id', 'in', ids)
    .where('disabled_at', 'is', null)
    .returningAll()
    .execute();
  if (rows.length > 0)
    await tx
      .updateTable('webhook_delivery')
      .set({ state: 'failed', next_attempt_at: null, finished_at: now, last_error: 'disabled' })
      .where(
        'endpoint_id',
        'in',
        rows.map(({ id }) => id),
      )
      .where('state', '=', 'waiting')
      .execute();
  return rows as EndpointRow[];
}

/** With its endpoints, their secrets and deliveries, and its events. */
export async function deleteAccountEndpoints(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('webhook_endpoint').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('webhook_message').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('webhook_sequence').where('account_id', '=', accountId).execute();
}
