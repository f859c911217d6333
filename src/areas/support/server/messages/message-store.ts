import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { TicketMessage } from '#kernel/database/schema.d.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { MailNoteKind } from '../../wire/inbound-mail.constants.ts';

export type MessageRow = Omit<Selectable<TicketMessage>, 'search_vector'> & {
  via: 'web' | 'mail';
  note_kind: MailNoteKind | null;
  /** The other side has written after it. */
  is_answered: boolean;
};

export type MessageFilter = {
  ticketId: string;
  includesNotes: boolean;
  /** The id of a message, or a time. */
  after?: string | undefined;
  isNewestFirst: boolean;
};

export async function insertMessage(tx: Tx, values: Insertable<TicketMessage>): Promise<void> {
  await tx.insertInto('ticket_message').values(values).execute();
}

export async function updateMessage(
  tx: Tx,
  id: string,
  values: Updateable<TicketMessage>,
): Promise<void> {
  await tx.updateTable('ticket_message').set(values).where('id', '=', id).execute();
}

const isAnswered = sql<boolean>`exists (
  select from ticket_message later
  where later.ticket_id = ticket_message.ticket_id
    and later.is_from_staff <> ticket_message.is_from_staff
    and not later.is_internal and later.note_kind is null and later.deleted_at is null
    and (later.created_at, later.id) > (ticket_message.created_at, ticket_message.id))`;

const matchMessages = (
  db: Db,
  { ticketId, includesNotes }: Pick<MessageFilter, 'ticketId' | 'includesNotes'>,
) => {
  const all = db.selectFrom('ticket_message').where('ticket_id', '=', ticketId);
  return includesNotes ? all : all.where('is_internal', '=', false);
};

export const findMessage = (
  db: Db,
  { id, ...scope }: { id: string; ticketId: string; includesNotes: boolean },
): Promise<MessageRow | undefined> =>
  matchMessages(db, scope)
    .where('id', '=', id)
    .selectAll()
    .select(isAnswered.as('is_answered'))
    .executeTakeFirst() as Promise<MessageRow | undefined>;

export async function listMessages(db: Db, filter: MessageFilter, page: PageRequest) {
  let query = matchMessages(db, filter);
  const { after } = filter;
  if (after && /^[0-9a-f]{8}-/i.test(after))
    query = query.where(
      sql<boolean>`(created_at, id) > (
        select created_at, id from ticket_message where id = ${after})`,
    );
  else if (after) query = query.where('created_at', '>', new Date(after));
  const direction = filter.isNewestFirst ? 'desc' : 'asc';
  const sorted = query
    .selectAll()
    .select(isAnswered.as('is_answered'))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .$castTo<MessageRow>();
  return readPage(db, sorted, page);
}

/** The message that was created from an e-mail of an account. */
export const findByMailId = (
  db: Db,
  { mailId, accountId }: { mailId: string; accountId: number },
) =>
  db
    .selectFrom('ticket_message')
    .select(['id', 'ticket_id'])
    .where('mail_id', '=', mailId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();

const textsMax = 30;

/** What both sides wrote, the newest first. */
export async function listTexts(db: Db, ticketId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('ticket_message')
    .select('body')
    .where('ticket_id', '=', ticketId)
    .where('is_internal', '=', false)
    .where('note_kind', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(textsMax)
    .execute();
  return rows.map(({ body }) => body);
}

/** The newest e-mail of one side, which the next e-mail to it answers. */
export async function findLastMailId(db: Db, ticketId: string, isFromStaff: boolean) {
  const row = await db
    .selectFrom('ticket_message')
    .select('mail_id')
    .where('ticket_id', '=', ticketId)
    .where('is_from_staff', '=', isFromStaff)
    .where('mail_id', 'is not', null)
    .where('note_kind', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.mail_id ?? null;
}

/** What arrived by mail since then: what machines wrote, and the messages of each side. */
export async function countMails(db: Db, ticketId: string, since: Date) {
  const row = await db
    .selectFrom('ticket_message')
    .select([
      sql<bigint>`count(*) filter (where note_kind is not null)`.as('notes'),
      sql<bigint>`count(*) filter (where note_kind is null and is_from_staff)`.as('staff'),
      sql<bigint>`count(*) filter (where note_kind is null and not is_from_staff)`.as('customer'),
    ])
    .where('ticket_id', '=', ticketId)
    .where('via', '=', 'mail')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return {
    notes: Number(row.notes),
    messages: Math.min(Number(row.staff), Number(row.customer)),
  };
}
