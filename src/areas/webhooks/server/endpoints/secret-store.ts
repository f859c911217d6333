// Signing secrets, sealed.
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { WebhookSecret } from '#kernel/database/schema.d.ts';
import type { SealedColumn, SealedRow } from '#kernel/sealing/sealed-values.ts';

export type SecretRow = Selectable<WebhookSecret>;

/** Those that sign at a moment, of all the endpoints, the newest first. */
export const listSecrets = (
  db: Db,
  endpointIds: readonly string[],
  now: Date,
): Promise<SecretRow[]> =>
  endpointIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('webhook_secret')
        .selectAll()
        .where('endpoint_id', 'in', endpointIds)
        .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();

export async function insertSecret(tx: Tx, row: SecretRow): Promise<void> {
  await tx.insertInto('webhook_secret').values(row).execute();
}

/** Deletes what expires already, and lets the current one expire. */
export async function expireSecrets(tx: Tx, endpointId: string, at: Date): Promise<void> {
  await tx
    .deleteFrom('webhook_secret')
    .where('endpoint_id', '=', endpointId)
    .where('expires_at', 'is not', null)
    .execute();
  await tx
    .updateTable('webhook_secret')
    .set({ expires_at: at })
    .where('endpoint_id', '=', endpointId)
    .execute();
}

export async function deleteSecretsBefore(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('webhook_secret').where('expires_at', '<', now).execute();
}

type Page = Parameters<SealedColumn['listOthers']>[1];

async function listRows(
  db: Db,
  { prefix, after, limit }: Page,
  lock = sql``,
): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select id, sealed from webhook_secret
    where substring(sealed from 1 for ${prefix.length}::int) <> ${prefix}::bytea
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit} ${lock}`.execute(db);
  return rows;
}

export const listOtherSecrets = (db: Db, page: Page) => listRows(db, page);
export const lockOtherSecrets = (tx: Tx, page: Page) =>
  listRows(tx, page, sql`for no key update skip locked`);

export async function countSecrets(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_secret`.execute(db);
  return rows[0]!.count;
}

export async function saveResealedSecrets(tx: Tx, rows: readonly SealedRow[]): Promise<void> {
  await sql`
    update webhook_secret s set sealed = g.sealed from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ sealed }) => sealed)}::bytea[]
    ) as g (id, sealed) where g.id = s.id`.execute(tx);
}
