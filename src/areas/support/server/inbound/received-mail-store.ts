import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { InboundMail } from '#kernel/database/schema.d.ts';
import { countRows } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { InboundOutcome } from '../../wire/inbound-mail.constants.ts';

export type ReceivedMailRow = Omit<Selectable<InboundMail>, 'outcome' | 'handled_as'> & {
  outcome: InboundOutcome;
  handled_as: 'note' | 'ticket' | 'dismissed' | null;
};

export async function insertReceivedMail(tx: Tx, values: Insertable<InboundMail>): Promise<void> {
  await tx.insertInto('inbound_mail').values(values).execute();
}

export const findReceivedMail = (db: Db, id: string): Promise<ReceivedMailRow | undefined> =>
  db.selectFrom('inbound_mail').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    ReceivedMailRow | undefined
  >;

export const lockReceivedMail = (tx: Tx, id: string): Promise<ReceivedMailRow | undefined> =>
  tx
    .selectFrom('inbound_mail')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<ReceivedMailRow | undefined>;

/** The mails that these messages were made from. */
export async function listMailsOfMessages(db: Db, messageIds: readonly string[]) {
  if (messageIds.length === 0) return [];
  return db
    .selectFrom('inbound_mail')
    .select(['id', 'message_id'])
    .where('message_id', 'in', messageIds)
    .execute();
}

export const markHandled = (
  tx: Tx,
  id: string,
  values: Pick<Updateable<InboundMail>, 'handled_as' | 'handled_by' | 'handled_at'>,
): Promise<ReceivedMailRow> =>
  tx
    .updateTable('inbound_mail')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<ReceivedMailRow>;

export async function hasEarlierMail(
  db: Db,
  { sender, outcome, since }: { sender: string; outcome: InboundOutcome; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('inbound_mail')
    .select('id')
    .where('sender', '=', sender)
    .where('outcome', '=', outcome)
    .where('received_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type ReceivedMailFilter = { isHandled: boolean; outcome?: InboundOutcome | undefined };

/** Mails that did not become messages, newest first. */
export async function listUnattached(db: Db, filter: ReceivedMailFilter, page: PageRequest) {
  const query = db
    .selectFrom('inbound_mail')
    .where('message_id', 'is', null)
    .where('handled_at', filter.isHandled ? 'is not' : 'is', null)
    .$if(filter.outcome !== undefined, (all) => all.where('outcome', '=', filter.outcome!));
  const rows = await query
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
  return { rows: rows as ReceivedMailRow[], total: await countRows(db, query) };
}

/** Mails that nobody has dealt with, by what became of them. */
export async function countWaitingMails(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('inbound_mail')
    .select(({ fn }) => ['outcome', fn.countAll<bigint>().as('count')])
    .where('message_id', 'is', null)
    .where('handled_at', 'is', null)
    .groupBy('outcome')
    .execute();
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, Number(count)]));
}

/** Received before and of no ticket that is still open, or of an account that was deleted. */
export const listExpired = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('inbound_mail')
    .leftJoin('ticket', 'ticket.id', 'inbound_mail.ticket_id')
    .leftJoin('account', 'account.id', 'ticket.account_id')
    .select(['inbound_mail.id', 'inbound_mail.storage_key'])
    .where((eb) =>
      eb.or([
        eb('account.status', '=', 'deleted'),
        eb.and([
          eb('inbound_mail.received_at', '<', before),
          eb.or([
            eb('ticket.id', 'is', null),
            eb('ticket.status', '=', 'closed'),
            eb('ticket.deleted_at', 'is not', null),
          ]),
        ]),
      ]),
    )
    .orderBy('inbound_mail.received_at')
    .limit(limit)
    .execute();

export async function deleteReceivedMail(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('inbound_mail').where('id', '=', id).execute();
}
