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

export async function countOrphans(db: Db, accountId: number): Promise<number> {
  const query = db
    .selectFrom('ticket_attachment')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where('message_id', 'is', null);
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** Of all files of the account: unsent, in messages, and of deleted messages. */
export async function sumBytes(db: Db, accountId: number): Promise<number> {
  const query = db
    .selectFrom('ticket_attachment')
    .select(({ fn }) => fn.sum<string | null>('size_bytes').as('bytes'))
    .where('account_id', '=', accountId);
  return Number((await query.executeTakeFirstOrThrow()).bytes);
}

/** Attaches unused uploads of the account to a message. Returns how many there were. */
export async function attachToMessage(
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

/** The files become orphans, old enough for the next run of the job to delete. */
export async function detachFromMessage(tx: Tx, messageId: string): Promise<void> {
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

/** Undefined when a message uses it. */
export const deleteOrphan = (db: Db, id: string): Promise<AttachmentRow | undefined> =>
  db
    .deleteFrom('ticket_attachment')
    .where('id', '=', id)
    .where('message_id', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Of messages, for a backup: an upload without one may still be under way. */
export async function listAttachmentKeys(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('ticket_attachment')
    .select('storage_key')
    .where('message_id', 'is not', null)
    .execute();
  return rows.map(({ storage_key }) => storage_key);
}
