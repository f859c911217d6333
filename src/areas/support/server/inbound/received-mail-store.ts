import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { InboundMail } from '#kernel/database/schema.d.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { type InboundOutcome, unattachedOutcomes } from '../../wire/inbound-mail.constants.ts';

export type ReceivedMailRow = Omit<Selectable<InboundMail>, 'outcome' | 'handled_as'> & {
  /** `received` until it is known what becomes of it. */
  outcome: InboundOutcome | 'received';
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

export const updateReceivedMail = (
  tx: Tx,
  id: string,
  values: Updateable<InboundMail>,
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

/** What the limit of a day refused may be accepted on another. */
const finalOutcomes = unattachedOutcomes.filter((outcome) => outcome !== 'too_many_tickets');

/** Whether the same mail came before, and will never become a message. */
export async function isListed(db: Db, digest: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('inbound_mail')
    .select('id')
    .where('digest', '=', digest)
    .where('outcome', 'in', finalOutcomes)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type ReceivedMailFilter = { isHandled: boolean; outcome?: InboundOutcome | undefined };

export type UnattachedMailRow = ReceivedMailRow & {
  ticket_number: number | null;
  has_account: boolean;
};

/** With the number of its ticket, and whether an account has the address of its sender. */
const selectUnattached = (db: Db) =>
  db
    .selectFrom('inbound_mail')
    .leftJoin('ticket', (join) =>
      join.onRef('ticket.id', '=', 'inbound_mail.ticket_id').on('ticket.deleted_at', 'is', null),
    )
    .selectAll('inbound_mail')
    .select([
      'ticket.number as ticket_number',
      sql<boolean>`exists (
        select from account where account.email = inbound_mail.sender
          and account.status <> 'deleted')`.as('has_account'),
    ]);

export const readUnattached = (db: Db, id: string) =>
  selectUnattached(db)
    .where('inbound_mail.id', '=', id)
    .executeTakeFirstOrThrow() as Promise<UnattachedMailRow>;

/** Mails that did not become messages, newest first. */
export async function listUnattached(db: Db, filter: ReceivedMailFilter, page: PageRequest) {
  const outcomes = filter.outcome ? [filter.outcome] : [...unattachedOutcomes];
  const query = selectUnattached(db)
    .where('message_id', 'is', null)
    .where('handled_at', filter.isHandled ? 'is not' : 'is', null)
    .where('outcome', 'in', outcomes);
  const sorted = query
    .orderBy('received_at', 'desc')
    .orderBy('inbound_mail.id', 'desc')
    .$castTo<UnattachedMailRow>();
  return readPage(db, sorted, page);
}

/** Of all stored mails of a sender. */
export async function sumBytes(db: Db, sender: string): Promise<number> {
  const row = await db
    .selectFrom('inbound_mail')
    .select(({ fn }) => fn.sum<string | null>('size_bytes').as('bytes'))
    .where('sender', '=', sender)
    .executeTakeFirstOrThrow();
  return Number(row.bytes ?? 0);
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

/** The mails that were read, which a backup must have; others may still be on their way to disk. */
export async function listMailKeys(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('inbound_mail')
    .select('storage_key')
    .where((where) =>
      where.or([where('message_id', 'is not', null), where('outcome', '<>', 'received')]),
    )
    .execute();
  return rows.map(({ storage_key }) => storage_key);
}
