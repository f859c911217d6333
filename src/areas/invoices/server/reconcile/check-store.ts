// Results of the comparisons with the ledger.
import type { Db, Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';

export async function saveCheck(
  tx: Tx,
  check: { differences: readonly string[]; now: Date },
): Promise<void> {
  await tx
    .insertInto('invoice_check')
    .values({
      id: createId(check.now),
      checked_at: check.now,
      differences: JSON.stringify(check.differences),
    })
    .execute();
}

export const findLastCheck = (
  db: Db,
): Promise<{ checked_at: Date; differences: string[] } | undefined> =>
  db
    .selectFrom('invoice_check')
    .select(['checked_at', 'differences'])
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst() as Promise<unknown> as Promise<
    { checked_at: Date; differences: string[] } | undefined
  >;
