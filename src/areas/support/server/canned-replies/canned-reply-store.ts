import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { type Db, isUniqueViolation, type Tx } from '#kernel/database/database.ts';
import { containing } from '#kernel/database/like-pattern.ts';
import type { CannedReply } from '#kernel/database/schema.d.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';

export type CannedReplyRow = Selectable<CannedReply>;

export async function listCannedReplies(db: Db, search: string | undefined, page: PageRequest) {
  let query = db.selectFrom('canned_reply');
  if (search?.trim()) {
    const pattern = containing(search);
    query = query.where((eb) =>
      eb.or([eb('title', 'ilike', pattern), eb('body', 'ilike', pattern)]),
    );
  }
  const sorted = query.selectAll().orderBy(sql`lower(title)`).orderBy('id');
  return readPage(db, sorted, page);
}

/** Undefined when another reply has the title. */
export const insertCannedReply = (
  db: Db,
  values: Insertable<CannedReply>,
): Promise<CannedReplyRow | undefined> =>
  db
    .insertInto('canned_reply')
    .values(values)
    .onConflict((conflict) => conflict.column('title').doNothing())
    .returningAll()
    .executeTakeFirst();

/** Locked until the transaction ends. */
export const lockCannedReply = (tx: Tx, id: number): Promise<CannedReplyRow | undefined> =>
  tx.selectFrom('canned_reply').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Undefined when another reply has the title; the transaction can then only be rolled back. */
export const updateCannedReply = (
  tx: Tx,
  id: number,
  values: Updateable<CannedReply>,
): Promise<CannedReplyRow | undefined> =>
  tx
    .updateTable('canned_reply')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error) => {
      if (isUniqueViolation(error)) return undefined;
      throw error;
    });

export const deleteCannedReply = (tx: Tx, id: number): Promise<CannedReplyRow | undefined> =>
  tx.deleteFrom('canned_reply').where('id', '=', id).returningAll().executeTakeFirst();
