// Adds a message, whether it was written on the site or came by e-mail.
import type { Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { MailNoteKind } from '../../wire/inbound-mail.constants.ts';
import { ticketClosed } from '../../wire/messages.ts';
import { attachToMessage } from '../attachments/attachment-store.ts';
import type { Support } from '../context.ts';
import { sendAnswerEmail } from '../emails/customer-emails.ts';
import { sendStaffEmails } from '../emails/staff-emails.ts';
import { publishAnswer } from '../tickets/publish-ticket-events.ts';
import { firstResponseDueAt, shiftFirstResponseDueAt, statusAt } from '../tickets/ticket-states.ts';
import { type TicketRow, updateTicket } from '../tickets/ticket-store.ts';
import { notifySubscribers, transitionTicket } from '../tickets/transition-ticket.ts';
import type { Side } from '../tickets/visible-ticket.ts';
import { nextMessageTime, refreshTicketSummary } from './conversation-store.ts';
import { findMessage, insertMessage, type MessageRow } from './message-store.ts';

export type NewMessage = {
  accountId: number;
  side: Side;
  text: string;
  /** What the mail repeats of ours, folded on screens. */
  quoted?: string;
  attachments: readonly string[];
  isInternal?: boolean;
  /** The formatting of a mail, as safe HTML. */
  html?: string | null;
  via?: 'web' | 'mail';
  mailId?: string | null;
  /** Who wrote a mail that is not of the account. */
  mailFrom?: string | null;
};

type AddMessageResult = { ticket: TicketRow; message: MessageRow };

/** The ticket must be locked by `tx`. Throws `ticket_closed`. */
export async function addMessage(
  support: Support,
  tx: Tx,
  ticket: TicketRow,
  input: NewMessage,
): Promise<AddMessageResult> {
  const { side, isInternal = false } = input;
  const now = support.kernel.clock.now();
  const event = isInternal ? 'internal_note' : side === 'staff' ? 'staff_message' : 'user_message';
  const ticketActor = { by: side, accountId: input.accountId };
  const transitioned = await transitionTicket(support, tx, ticket, event, ticketActor);
  if (!transitioned) throw apiError(ticketClosed, { current_status: statusAt(ticket, now) });
  const message = await insertNewMessage(support, tx, transitioned, input);
  const row = isInternal ? transitioned : await recordNewMessage(support, tx, ticket, message);
  await notifySubscribers(support, tx, row, { isInternal });
  if (side === 'customer') await sendStaffEmails(support, tx, row, message);
  else if (!isInternal) {
    await sendAnswerEmail(support, tx, row, message);
    await publishAnswer(support, tx, row, message);
  }
  return { ticket: row, message };
}

/** A mail of a machine: it is shown, and changes nothing but the conversation. */
export async function addMailNote(
  support: Support,
  tx: Tx,
  ticket: TicketRow,
  { noteKind, ...input }: NewMessage & { noteKind: MailNoteKind },
): Promise<MessageRow> {
  const message = await insertNewMessage(support, tx, ticket, { ...input, noteKind });
  await notifySubscribers(support, tx, ticket, { isInternal: message.is_internal });
  return message;
}

async function insertNewMessage(
  { kernel }: Support,
  tx: Tx,
  ticket: TicketRow,
  input: NewMessage & { noteKind?: MailNoteKind },
): Promise<MessageRow> {
  const { accountId, attachments } = input;
  const at = await nextMessageTime(tx, ticket.id, kernel.clock.now());
  const id = createId(at);
  await insertMessage(tx, {
    id,
    ticket_id: ticket.id,
    account_id: accountId,
    is_from_staff: input.side === 'staff',
    is_internal: input.isInternal ?? false,
    body: input.text,
    quoted: input.quoted || null,
    html: input.html ?? null,
    via: input.via ?? 'web',
    mail_id: input.mailId ?? null,
    mail_from: input.mailFrom ?? null,
    note_kind: input.noteKind ?? null,
    created_at: at,
  });
  if ((await attachToMessage(tx, id, { ids: attachments, accountId })) !== attachments.length)
    throw new InvalidInput({
      attachments: ['Upload these files again: at least one is no longer available.'],
    });
  return (await findMessage(tx, { id, ticketId: ticket.id, includesNotes: true }))!;
}

/** For a message that both sides see. */
async function recordNewMessage(
  support: Support,
  tx: Tx,
  before: TicketRow,
  { is_from_staff, created_at }: MessageRow,
): Promise<TicketRow> {
  const now = support.kernel.clock.now();
  await updateTicket(tx, before.id, {
    ...(!is_from_staff && (await changesOfQuestion(support, tx, before))),
    // Writing a message marks the ones before it as read.
    ...(!is_from_staff && { customer_read_at: created_at }),
    updated_at: now,
  });
  return refreshTicketSummary(tx, before.id, now);
}

/** The plan of the moment decides how soon an answer is due. */
async function changesOfQuestion(support: Support, tx: Tx, before: TicketRow) {
  const now = support.kernel.clock.now();
  const has_priority_support = await support.hasPrioritySupport(tx, before.account_id, now);
  if (before.first_response_at !== null) return { has_priority_support };
  const after = { ...before, has_priority_support };
  const dueAt =
    before.messages_count === 0
      ? firstResponseDueAt(now, after)
      : shiftFirstResponseDueAt(before.first_response_due_at, before, after);
  return { has_priority_support, first_response_due_at: dueAt };
}
