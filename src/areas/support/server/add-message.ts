// One way for every message, whether it was written on the site or came by mail.
import type { Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import { ticketClosed } from '../contract.ts';
import type { Side } from './access.ts';
import { attachTo } from './attachment-store.ts';
import { nextMoment, refreshTicket } from './conversation-store.ts';
import { mailAnswer } from './emails/customer-mails.ts';
import { mailStaff } from './emails/staff-mails.ts';
import { findMessage, insertMessage, type MessageRow } from './message-store.ts';
import { moveTicket, tellWatchers } from './move-ticket.ts';
import type { Support } from './support.ts';
import { firstResponseDueAt, statusAt } from './ticket-states.ts';
import * as store from './ticket-store.ts';

export type NewMessage = {
  accountId: number;
  side: Side;
  text: string;
  attachments: readonly string[];
  isInternal?: boolean;
  via?: 'web' | 'mail';
  mailId?: string | null;
};

type Added = { ticket: store.TicketRow; message: MessageRow };

/** The ticket must be locked by `tx`. Throws `ticket_closed`. */
export async function addMessage(
  support: Support,
  tx: Tx,
  ticket: store.TicketRow,
  given: NewMessage,
): Promise<Added> {
  const { side, isInternal = false } = given;
  const now = support.kernel.clock.now();
  const event = isInternal ? 'internal_note' : side === 'staff' ? 'staff_message' : 'user_message';
  const mover = { by: side, accountId: given.accountId };
  const moved = await moveTicket(support, tx, ticket, event, mover);
  if (!moved) throw apiError(ticketClosed, { current_status: statusAt(ticket, now) });
  const message = await insertOne(support, tx, moved, given);
  const row = isInternal ? moved : await recordNewMessage(tx, ticket, message, now);
  await tellWatchers(support, tx, row, { isInternal });
  if (side === 'customer') await mailStaff(support, tx, row, message);
  else if (!isInternal) await mailAnswer(support, tx, row, message);
  return { ticket: row, message };
}

async function insertOne(
  { kernel }: Support,
  tx: Tx,
  ticket: store.TicketRow,
  { accountId, side, text, attachments, isInternal = false, via, mailId }: NewMessage,
): Promise<MessageRow> {
  const at = await nextMoment(tx, ticket.id, kernel.clock.now());
  const id = createId(at);
  await insertMessage(tx, {
    id,
    ticket_id: ticket.id,
    account_id: accountId,
    is_from_staff: side === 'staff',
    is_internal: isInternal,
    body: text,
    via: via ?? 'web',
    mail_id: mailId ?? null,
    created_at: at,
  });
  if ((await attachTo(tx, id, { ids: attachments, accountId })) !== attachments.length)
    throw new InvalidInput({ attachments: ['Upload these files again: one of them is gone.'] });
  return (await findMessage(tx, { id, ticketId: ticket.id, seesNotes: true }))!;
}

/** What the ticket remembers of a message that both sides see. */
async function recordNewMessage(
  tx: Tx,
  before: store.TicketRow,
  { is_from_staff, created_at }: MessageRow,
  now: Date,
): Promise<store.TicketRow> {
  const isFirstQuestion = !is_from_staff && before.messages_count === 0;
  await store.updateTicket(tx, before.id, {
    ...(isFirstQuestion && { first_response_due_at: firstResponseDueAt(now, before.priority) }),
    // Who answers has read.
    ...(!is_from_staff && { customer_read_at: created_at }),
    updated_at: now,
  });
  return refreshTicket(tx, before.id, now);
}
