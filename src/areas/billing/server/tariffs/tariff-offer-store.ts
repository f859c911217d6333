import type { Db, Tx } from '#kernel/database/database.ts';
import type { TariffRow } from './tariff-store.ts';

export async function listGrants(db: Db, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('tariff_grant')
    .select('slug')
    .where('account_id', '=', accountId)
    .orderBy('slug')
    .execute();
  return rows.map(({ slug }) => slug);
}

export async function replaceGrants(
  tx: Tx,
  accountId: number,
  slugs: readonly string[],
  now: Date,
): Promise<void> {
  await tx.deleteFrom('tariff_grant').where('account_id', '=', accountId).execute();
  const rows = slugs.map((slug) => ({ account_id: accountId, slug, created_at: now }));
  if (rows.length > 0)
    await tx
      .insertInto('tariff_grant')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Private tariffs on sale. */
export const listPrivateTariffs = (db: Db): Promise<TariffRow[]> =>
  db
    .selectFrom('tariff')
    .selectAll()
    .where('superseded_at', 'is', null)
    .where('published_at', 'is not', null)
    .where('is_active', '=', true)
    .where('is_public', '=', false)
    .orderBy('sort_order')
    .orderBy('id')
    .execute() as Promise<TariffRow[]>;
