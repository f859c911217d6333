// What VIES says about our own number.
import type { Db, Tx } from '#kernel/database/database.ts';

export async function saveRefusal(tx: Tx, reason: string, refused_at: Date): Promise<void> {
  await tx
    .insertInto('vies_refusal')
    .values({ reason, refused_at })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ reason, refused_at }))
    .execute();
}

export async function deleteRefusal(tx: Tx): Promise<void> {
  await tx.deleteFrom('vies_refusal').execute();
}

export const findRefusal = (db: Db): Promise<{ reason: string; refused_at: Date } | undefined> =>
  db.selectFrom('vies_refusal').select(['reason', 'refused_at']).executeTakeFirst();
