// Listing, reading, writing, editing and deleting messages.
import type { Db, Tx } from '#kernel/database/database.ts';
import type { AuditChange } from '#kernel/http/audit/audit-store.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import {
  editWindowClosed,
  type MessageListQuery,
  type NewMessageBody,
  type TicketMessageWire,
} from '../../wire/messages.ts';
import { detachFromMessage } from '../attachments/attachment-store.ts';
import type { ChangeContext, Support } from '../context.ts';
import { canEdit } from '../tickets/ticket-states.ts';
import { notifySubscribers, transitionTicket } from '../tickets/transition-ticket.ts';
import {
  findVisibleTicket,
  lockVisibleTicket,
  parseUuid,
  type VisibleTicket,
} from '../tickets/visible-ticket.ts';
import { addMessage } from './add-message.ts';
import { refreshTicketSummary } from './conversation-store.ts';
import * as messageStore from './message-store.ts';
import { serializeMessages } from './serialize-messages.ts';

type MessagePath = { ticketId: string; id: string };

export async function listMessages(
  support: Support,
  db: Db,
  actor: Actor,
  ticketId: string,
  query: MessageListQuery,
  page: PageRequest,
) {
  const { ticket, side } = await findVisibleTicket(db, actor, ticketId);
  const filter = {
    ticketId: ticket.id,
    includesNotes: side === 'staff',
    after: query.after,
    isNewestFirst: query.ordering === '-created_at',
  };
  const { rows, total } = await messageStore.listMessages(db, filter, page);
  const viewer = { accountId: actor.accountId, side };
  return { results: await serializeMessages(support, db, { ticket, rows, viewer }), total };
}

export async function readMessage(
  support: Support,
  db: Db,
  actor: Actor,
  { ticketId, id }: MessagePath,
): Promise<TicketMessageWire> {
  const visible = await findVisibleTicket(db, actor, ticketId);
  return serializeMessage(support, db, actor, visible, await findVisibleMessage(db, visible, id));
}

export async function createMessage(
  support: Support,
  tx: Tx,
  { actor, audit }: ChangeContext,
  ticketId: string,
  { text, attachments, is_internal }: NewMessageBody,
): Promise<TicketMessageWire> {
  const visible = await lockVisibleTicket(tx, actor, ticketId);
  const { side } = visible;
  if (is_internal && side === 'customer')
    throw new InvalidInput({ is_internal: ['Only support can write notes.'] });
  const { accountId } = actor;
  const newMessage = { accountId, side, text, attachments, isInternal: is_internal };
  const { ticket, message } = await addMessage(support, tx, visible.ticket, newMessage);
  const after = { message: message.id, is_internal, status: ticket.status };
  await audit.record(tx, { type: 'ticket', id: ticket.id, after });
  return serializeMessage(support, tx, actor, { ticket, side }, message);
}

export async function editMessage(
  support: Support,
  tx: Tx,
  { actor, audit }: ChangeContext,
  { text, ...path }: MessagePath & { text: string },
): Promise<TicketMessageWire> {
  const { visible, message } = await lockOwnMessage(support, tx, actor, path);
  const now = support.kernel.clock.now();
  await messageStore.updateMessage(tx, message.id, { body: text, html: null, edited_at: now });
  await audit.record(tx, toAuditChange(message, text));
  await refreshAndNotify(support, tx, message);
  return serializeMessage(
    support,
    tx,
    actor,
    visible,
    await findVisibleMessage(tx, visible, message.id),
  );
}

/** Leaves an empty placeholder, without text and files. */
export async function deleteMessage(
  support: Support,
  tx: Tx,
  { actor, audit }: ChangeContext,
  path: MessagePath,
): Promise<void> {
  const { message } = await lockOwnMessage(support, tx, actor, path);
  const now = support.kernel.clock.now();
  await messageStore.updateMessage(tx, message.id, {
    body: '',
    quoted: null,
    html: null,
    deleted_at: now,
  });
  await detachFromMessage(tx, message.id);
  await audit.record(tx, toAuditChange(message, null));
  if (message.is_from_staff && !message.is_internal) await withdrawAnswer(support, tx, message);
  await refreshAndNotify(support, tx, message);
}

/** The ticket waits for support again when the last message is now the customer's. */
async function withdrawAnswer(
  support: Support,
  tx: Tx,
  { ticket_id, account_id }: messageStore.MessageRow,
): Promise<void> {
  const ticket = await refreshTicketSummary(tx, ticket_id, support.kernel.clock.now());
  if (ticket.last_message_is_from_staff !== false) return;
  const ticketActor = { by: 'staff', accountId: account_id } as const;
  await transitionTicket(support, tx, ticket, 'staff_withdraws', ticketActor);
}

/** `text` is null for a deleted message. */
const toAuditChange = (
  { id, ticket_id, body }: messageStore.MessageRow,
  text: string | null,
): AuditChange => ({
  type: 'ticket',
  id: ticket_id,
  before: { message: id, text: body },
  after: { message: id, text },
});

/** Throws for a message of another account, or one that can no longer be changed. */
async function lockOwnMessage(
  support: Support,
  tx: Tx,
  actor: Actor,
  { ticketId, id }: MessagePath,
) {
  const visible = await lockVisibleTicket(tx, actor, ticketId);
  const message = await findVisibleMessage(tx, visible, id);
  if (message.account_id !== actor.accountId) throw apiError(commonErrors.permissionDenied);
  if (!canEdit(message, support.kernel.clock.now())) throw apiError(editWindowClosed);
  return { visible, message };
}

/** After a message changed: updates the ticket's summary and open screens. */
async function refreshAndNotify(
  support: Support,
  tx: Tx,
  { ticket_id, is_internal }: messageStore.MessageRow,
): Promise<void> {
  const row = await refreshTicketSummary(tx, ticket_id, support.kernel.clock.now());
  await notifySubscribers(support, tx, row, { isInternal: is_internal });
}

export async function findVisibleMessage(
  db: Db,
  { ticket, side }: VisibleTicket,
  id: string,
): Promise<messageStore.MessageRow> {
  const scope = { ticketId: ticket.id, includesNotes: side === 'staff' };
  const message = await messageStore.findMessage(db, { id: parseUuid(id), ...scope });
  if (!message) throw apiError(commonErrors.notFound);
  return message;
}

async function serializeMessage(
  support: Support,
  db: Db,
  actor: Actor,
  { ticket, side }: VisibleTicket,
  message: messageStore.MessageRow,
): Promise<TicketMessageWire> {
  const viewer = { accountId: actor.accountId, side };
  const [wire] = await serializeMessages(support, db, { ticket, rows: [message], viewer });
  return wire!;
}
