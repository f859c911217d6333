import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { AccountActivity } from '#kernel/database/schema.d.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import { dayMs } from '#lib/durations.ts';
import type { PageRequest } from '#lib/pagination.ts';

export type ActivityRow = Selectable<AccountActivity>;

export async function insertActivity(db: Db, activity: Insertable<AccountActivity>): Promise<void> {
  await db.insertInto('account_activity').values(activity).execute();
}

export async function listActivity(
  db: Db,
  accountId: number,
  page: PageRequest,
  { from, before }: { from?: string | undefined; before?: string | undefined } = {},
) {
  let query = db.selectFrom('account_activity').selectAll().where('account_id', '=', accountId);
  if (from) query = query.where('created_at', '>=', new Date(from));
  if (before) query = query.where('created_at', '<', new Date(before));
  const sorted = query.orderBy('created_at', 'desc').orderBy('id', 'desc');
  return readPage(db, sorted, page);
}

/** IP addresses and browsers are kept for 90 days. */
export async function purgeActivityOrigins(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('account_activity')
    .set({ ip: null, user_agent: '' })
    .where('created_at', '<', new Date(now.getTime() - 90 * dayMs))
    .where(sql<boolean>`ip is not null or user_agent <> ''`)
    .execute();
}

export async function deleteActivity(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('account_activity').where('account_id', '=', accountId).execute();
}
