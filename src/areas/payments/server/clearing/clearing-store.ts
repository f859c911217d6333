// Open items of the clearing accounts, and the comparisons with the providers' balances.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { ClearingItem, ProviderCheck } from '#kernel/database/schema.d.ts';
import type { Book } from './movement-store.ts';

export type ItemRow = Selectable<ClearingItem>;
export type CheckRow = Selectable<ProviderCheck>;

/** An item with the category of its movement, if it is one. */
export type Item = ItemRow & { category: string | null };

const selectItems = (db: Db) =>
  db
    .selectFrom('clearing_item')
    .leftJoin('provider_movement', 'provider_movement.id', 'clearing_item.movement_id')
    .selectAll('clearing_item')
    .select('provider_movement.category');

export const listItems = (db: Db, provider: string): Promise<Item[]> =>
  selectItems(db).where('clearing_item.provider', '=', provider).execute();

export async function deleteItem(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('clearing_item').where('id', '=', id).execute();
}

export async function insertItem(tx: Tx, values: Insertable<ClearingItem>): Promise<void> {
  await tx.insertInto('clearing_item').values(values).execute();
}

/** Another amount needs another reason. */
export async function changeItem(
  tx: Tx,
  id: string,
  { amount, since }: { amount: string; since: Date },
): Promise<void> {
  await tx
    .updateTable('clearing_item')
    .set({ amount, since, note: null, noted_at: null, noted_by: null })
    .where('id', '=', id)
    .execute();
}

export async function lockItem(tx: Tx, id: string): Promise<ItemRow | undefined> {
  return tx
    .selectFrom('clearing_item')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function explainItem(
  tx: Tx,
  id: string,
  { note, by, now }: { note: string; by: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('clearing_item')
    .set({ note, noted_by: by, noted_at: now })
    .where('id', '=', id)
    .execute();
}

/** Returns when staff were mailed about the day before. */
export async function saveCheck(
  tx: Tx,
  values: Omit<Insertable<ProviderCheck>, 'alerted_at'>,
): Promise<void> {
  const { day, provider, is_test, currency, ...rest } = values;
  await tx
    .insertInto('provider_check')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['day', 'provider', 'is_test', 'currency']).doUpdateSet(rest),
    )
    .execute();
}

/** Marks the day as mailed for this provider; false if it was already. */
export async function claimAlert(
  tx: Tx,
  { provider, isTest }: Book,
  { day, now }: { day: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ is_first: boolean }>`
    with before as (
      select bool_or(alerted_at is not null) as was_mailed from provider_check
      where day = ${day}::date and provider = ${provider} and is_test = ${isTest}
    )
    update provider_check c set alerted_at = coalesce(c.alerted_at, ${now}) from before
    where day = ${day}::date and provider = ${provider} and is_test = ${isTest}
    returning not before.was_mailed as is_first`.execute(tx);
  return rows[0]?.is_first ?? false;
}

/** Currencies with something unexplained, by provider, as of the last check of each. */
export async function countUnexplained(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ provider: string; count: string }>`
    select c.provider, count(*) filter (where c.unexplained <> 0)::text as count
    from provider_check c
    where c.day = (select max(day) from provider_check l
      where l.provider = c.provider and l.is_test = c.is_test)
    group by c.provider`.execute(db);
  return Object.fromEntries(rows.map(({ provider, count }) => [provider, Number(count)]));
}
