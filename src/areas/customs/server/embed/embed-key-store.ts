import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { containing } from '#kernel/database/like-pattern.ts';
import type { CustomsEmbedKey } from '#kernel/database/schema.d.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';

export type EmbedKeyRow = Selectable<CustomsEmbedKey>;
/** With the calculations of a day. */
export type CountedKeyRow = EmbedKeyRow & { calculations: number };

/** Locks, so that the count holds until the transaction ends. */
export async function countActiveKeys(tx: Tx, accountId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('customs.embed'), ${accountId})`.execute(tx);
  const { count } = await tx
    .selectFrom('customs_embed_key')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export const insertKey = (tx: Tx, key: EmbedKeyRow): Promise<EmbedKeyRow> =>
  tx.insertInto('customs_embed_key').values(key).returningAll().executeTakeFirstOrThrow();

export const updateKey = (
  tx: Tx,
  id: string,
  changes: Partial<Pick<EmbedKeyRow, 'name' | 'origins' | 'daily_quota' | 'revoked_at'>> & {
    updated_at: Date;
  },
): Promise<EmbedKeyRow> =>
  tx
    .updateTable('customs_embed_key')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Of any account. */
export const lockKey = (tx: Tx, id: string): Promise<EmbedKeyRow | undefined> =>
  tx
    .selectFrom('customs_embed_key')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const findKeyByPublicKey = (db: Db, publicKey: string): Promise<EmbedKeyRow | undefined> =>
  db
    .selectFrom('customs_embed_key')
    .selectAll()
    .where('public_key', '=', publicKey)
    .executeTakeFirst();

type KeyFilter = { accountId: number; search?: string | undefined; day: string };

/** Newest first. */
export async function listKeys(db: Db, filter: KeyFilter, page: PageRequest) {
  const { accountId, search = '', day } = filter;
  const query = db
    .selectFrom('customs_embed_key')
    .leftJoin('customs_embed_day', (join) =>
      join.onRef('key_id', '=', 'id').on('day', '=', sql<Date>`${day}::date`),
    )
    .where('account_id', '=', accountId)
    .where(sql<string>`lower(name)`, 'like', containing(search.toLowerCase()));
  const sorted = query
    .selectAll('customs_embed_key')
    .select(sql<number>`coalesce(calculations, 0)`.as('calculations'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  return readPage(db, sorted, page);
}

export async function countCalculations(db: Db, keyId: string, day: string): Promise<number> {
  const row = await db
    .selectFrom('customs_embed_day')
    .select('calculations')
    .where('key_id', '=', keyId)
    .where('day', '=', sql<Date>`${day}::date`)
    .executeTakeFirst();
  return row?.calculations ?? 0;
}

/** Counts one more calculation of a day. False if the quota is used up. */
export async function takeCalculation(
  tx: Tx,
  { id, daily_quota: quota }: Pick<EmbedKeyRow, 'id' | 'daily_quota'>,
  day: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into customs_embed_day as known (key_id, day, calculations)
    values (${id}, ${day}::date, 1)
    on conflict (key_id, day) do update set calculations = known.calculations + 1
      where known.calculations < ${quota}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** For a calculation that failed. */
export async function returnCalculation(tx: Tx, keyId: string, day: string): Promise<void> {
  await tx
    .updateTable('customs_embed_day')
    .set((part) => ({ calculations: part('calculations', '-', 1) }))
    .where('key_id', '=', keyId)
    .where('day', '=', sql<Date>`${day}::date`)
    .where('calculations', '>', 0)
    .execute();
}

export async function deleteAccountKeys(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('customs_embed_key').where('account_id', '=', accountId).execute();
}

/** Revoked keys, and the counts of past days. */
export async function purgeKeys(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('customs_embed_key').where('revoked_at', '<', before).execute();
  await tx.deleteFrom('customs_embed_day').where('day', '<', before).execute();
}
