// The fields of a ticket that are derived from its messages.
import { sql } from 'kysely';
import type { Tx } from '#kernel/database/database.ts';
import { sourceLengthMax } from '../tickets/preview-message.ts';
import { findTicket, type TicketRow } from '../tickets/ticket-store.ts';

/** When the customer wrote the first unanswered message; null without one. */
export async function findWaitingSince(tx: Tx, ticketId: string): Promise<Date | null> {
  const publicMessages = tx
    .selectFrom('ticket_message')
    .where('ticket_id', '=', ticketId)
    .where('deleted_at', 'is', null)
    .where('note_kind', 'is', null)
    .where('is_internal', '=', false);
  const answered = publicMessages
    .where('is_from_staff', '=', true)
    .select(({ fn }) => fn.max('created_at').as('at'));
  const row = await publicMessages
    .where('is_from_staff', '=', false)
    .where(sql<boolean>`created_at > coalesce((${answered}), '-infinity')`)
    .select(({ fn }) => fn.min<Date | null>('created_at').as('at'))
    .executeTakeFirstOrThrow();
  return row.at;
}

/** Now, or just after the newest message, so that their order survives clock changes. */
export async function nextMessageTime(tx: Tx, ticketId: string, now: Date): Promise<Date> {
  const row = await tx
    .selectFrom('ticket_message')
    .select(({ fn }) => fn.max('created_at').as('last'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return new Date(Math.max(now.getTime(), (row.last?.getTime() ?? 0) + 1));
}

const beginning = sql`left(body, ${sql.lit(sourceLengthMax)})`;
/** A mail is no Markdown: its marks are text. */
const escapedBody = sql`regexp_replace(${beginning}, '([\\\\\`*_~#>\\[\\]()+.-])', '\\\\\\1', 'g')`;

/** Recomputes counts, preview and times of the ticket from its messages; notes do not count. */
export const refreshTicketSummary = async (tx: Tx, id: string, now: Date): Promise<TicketRow> => {
  await sql`
    with public_message as (
      select * from ticket_message
      where ticket_id = ${id} and deleted_at is null and not is_internal and note_kind is null
    ), counts as (
      select
        count(*)::int as messages,
        min(created_at) filter (where is_from_staff) as answered_at,
        (count(*) filter (where is_from_staff and created_at > coalesce(
          (select customer_read_at from ticket where id = ${id}), '-infinity')))::int as unread,
        (count(*) filter (where not is_from_staff and created_at > coalesce(
          (select max(created_at) from public_message where is_from_staff), '-infinity')
        ))::int as unanswered
      from public_message
    ), newest as (
      select * from public_message order by created_at desc, id desc limit 1
    )
    update ticket set
      messages_count = counts.messages,
      first_response_at = counts.answered_at,
      customer_unread = counts.unread,
      staff_unanswered = counts.unanswered,
      last_message_at = (select created_at from newest),
      last_message_preview = (
        select case when via = 'mail' then ${escapedBody} else ${beginning} end from newest),
      last_message_is_from_staff = (select is_from_staff from newest),
      updated_at = ${now}
    from counts where ticket.id = ${id}`.execute(tx);
  return (await findTicket(tx, id))!;
};
