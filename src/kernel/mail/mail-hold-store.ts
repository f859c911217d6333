// The hold: while its row exists, e-mails wait instead of being delivered.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { DB } from '#kernel/database/schema.d.ts';

export type HoldRow = { since: Date; reason: string };

/** An existing hold stays as it is. */
export async function holdMails(db: Db, reason: string): Promise<void> {
  await db
    .insertInto('mail_hold')
    .values({ reason })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export const findHold = (db: Db): Promise<HoldRow | undefined> =>
  db.selectFrom('mail_hold').select(['since', 'reason']).executeTakeFirst();

/** Waits for the e-mails that are being held at this moment, so that a release misses none. */
export const deleteHold = async (tx: Tx): Promise<HoldRow | undefined> =>
  tx.deleteFrom('mail_hold').returning(['since', 'reason']).executeTakeFirst();

/** False when the hold ended meanwhile. */
export async function holdMail(tx: Tx, id: string): Promise<boolean> {
  const hold = await tx.selectFrom('mail_hold').select('since').forShare().executeTakeFirst();
  if (!hold) return false;
  await tx
    .updateTable('mail')
    .set({ status: 'held' })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute();
  return true;
}

/** Held, or older than the hold and going to be held at the next attempt. */
const isHeldBy = (hold: HoldRow | undefined) => (eb: ExpressionBuilder<DB, 'mail'>) => {
  const conditions: Expression<SqlBool>[] = [eb('status', '=', 'held')];
  if (hold)
    conditions.push(eb.and([eb('status', '=', 'queued'), eb('created_at', '<', hold.since)]));
  return eb.or(conditions);
};

export async function countHeldMails(
  db: Db,
  hold: HoldRow | undefined,
): Promise<{ count: number; oldestAt: Date | null }> {
  const { count, oldestAt } = await db
    .selectFrom('mail')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('count'),
      fn.min<Date | null>('created_at').as('oldestAt'),
    ])
    .where(isHeldBy(hold))
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldestAt };
}

/** They stay in the log, can be sent again one by one, and lose their codes. */
export async function discardHeldMails(tx: Tx, hold: HoldRow, before: Date): Promise<number> {
  const blankIfSecret = (column: 'subject' | 'html' | 'body') =>
    sql<string>`case when is_secret then '' else ${sql.ref(column)} end`;
  const { numUpdatedRows } = await tx
    .updateTable('mail')
    .set({
      status: 'discarded',
      last_error: 'Discarded by staff while mails were held.',
      subject: blankIfSecret('subject'),
      html: blankIfSecret('html'),
      body: blankIfSecret('body'),
    })
    .where(isHeldBy(hold))
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Makes the oldest held e-mails wait for their delivery again. Returns them, oldest first. */
export async function releaseHeldMails(
  tx: Tx,
  { now, limit }: { now: Date; limit: number },
): Promise<{ id: string; is_urgent: boolean }[]> {
  const oldest = await tx
    .selectFrom('mail')
    .select(['id', 'is_urgent'])
    .where('status', '=', 'held')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  if (oldest.length === 0) return [];
  const ids = oldest.map(({ id }) => id);
  await tx
    .updateTable('mail')
    .set({ status: 'queued', queued_at: now, last_error: null })
    .where('id', 'in', ids)
    .execute();
  return oldest;
}
