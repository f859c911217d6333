import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { TicketAttachment } from '#kernel/database/schema.d.ts';

export type AttachmentRow = Selectable<TicketAttachment>;

export const insertAttachment = (
  db: Db,
  values: Insertable<TicketAttachment>,
): Promise<AttachmentRow> =>
  db.insertInto('ticket_attachment').values(values).returningAll().executeTakeFirstOrThrow();

export const findAttachment = (db: Db, id: string): Promise<AttachmentRow | undefined> =>
  db.selectFrom('ticket_attachment').selectAll().where('id', '=', id).executeTakeFirst();

export async function countOrphansOf(db: Db, accountId: number): Promise<number> {
  const query = db
    .selectFrom('ticket_attachment')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('message_id', 'is', null);
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** Of all its files: waiting, in messages, and taken back but not yet removed. */
export async function sumBytesOf(db: Db, accountId: number): Promise<number> {
  const query = db
    .selectFrom('ticket_attachment')
    .select(({ fn }) => fn.sum<string | null>('size_bytes').as('bytes'))
    .where('account_id', '=', accountId);
  return Number((await query.executeTakeFirstOrThrow()).bytes);
}

/** Gives uploads of one account to a message. Returns how many of them were free to be given. */
export async function attachTo(
  tx: Tx,
  messageId: string,
  { ids, accountId }: { ids: readonly string[]; accountId: number },
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await tx
    .updateTable('ticket_attachment')
    .set({ message_id: messageId })
    .where('id', 'in', ids)
    .where('account_id', '=', accountId)
    .where('message_id', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Orphans of before any upload that could still be on its way to a message. */
export async function detachFrom(tx: Tx, messageId: string): Promise<void> {
  await tx
    .updateTable('ticket_attachment')
    .set({ message_id: null, created_at: new Date(0) })
    .where('message_id', '=', messageId)
    .execute();
}

export async function listAttachments(db: Db, messageIds: readonly string[]) {
  if (messageIds.length === 0) return [];
  return db
    .selectFrom('ticket_attachment')
    .selectAll()
    .where('message_id', 'in', messageIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export const listOrphans = (db: Db, before: Date, limit: number): Promise<AttachmentRow[]> =>
  db
    .selectFrom('ticket_attachment')
    .selectAll()
    .where('message_id', 'is', null)
    .where('created_at', '<', before)
    .limit(limit)
    .execute();

/** Undefined when a message has it. */
export const deleteOrphan = (db: Db, id: string): Promise<AttachmentRow | undefined> =>
  db
    .deleteFrom('ticket_attachment')
    .where('id', '=', id)
    .where('message_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
