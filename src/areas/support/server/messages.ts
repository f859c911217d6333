// Reading, writing, changing and taking back messages.
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Change } from '#kernel/http/audit-store.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import {
  editWindowClosed,
  type listMessages as listContract,
  type TicketMessageWire,
} from '../contract.ts';
import type { NewMessageBody } from '../ticket-body.ts';
import { findSeen, lockSeen, readUuid, type Seen } from './access.ts';
import { addMessage } from './add-message.ts';
import { detachFrom } from './attachment-store.ts';
import { refreshTicket } from './conversation-store.ts';
import * as store from './message-store.ts';
import { moveTicket, tellWatchers } from './move-ticket.ts';
import type { By, Support } from './support.ts';
import { canEdit } from './ticket-states.ts';
import { showMessages } from './wire.ts';

type Place = { ticketId: string; id: string };
type ListQuery = z.output<(typeof listContract)['query']>;

export async function listMessages(
  support: Support,
  db: Db,
  actor: Actor,
  ticketId: string,
  query: ListQuery,
  page: PageRequest,
) {
  const { ticket, side } = await findSeen(db, actor, ticketId);
  const filter = {
    ticketId: ticket.id,
    seesNotes: side === 'staff',
    after: query.after,
    isNewestFirst: query.ordering === '-created_at',
  };
  const { rows, total } = await store.listMessages(db, filter, page);
  const viewer = { accountId: actor.accountId, side };
  return { results: await showMessages(support, db, { ticket, rows, viewer }), total };
}

export async function readMessage(
  support: Support,
  db: Db,
  actor: Actor,
  { ticketId, id }: Place,
): Promise<TicketMessageWire> {
  const seen = await findSeen(db, actor, ticketId);
  return showOne(support, db, actor, seen, await findOne(db, seen, id));
}

export async function writeMessage(
  support: Support,
  tx: Tx,
  { actor, audit }: By,
  ticketId: string,
  { text, attachments, is_internal }: NewMessageBody,
): Promise<TicketMessageWire> {
  const seen = await lockSeen(tx, actor, ticketId);
  const { side } = seen;
  if (is_internal && side === 'customer')
    throw new InvalidInput({ is_internal: ['Only support can write notes.'] });
  const { accountId } = actor;
  const given = { accountId, side, text, attachments, isInternal: is_internal };
  const { ticket, message } = await addMessage(support, tx, seen.ticket, given);
  const after = { message: message.id, is_internal, status: ticket.status };
  await audit.note(tx, { type: 'ticket', id: ticket.id, after });
  return showOne(support, tx, actor, { ticket, side }, message);
}

export async function editMessage(
  support: Support,
  tx: Tx,
  { actor, audit }: By,
  { text, ...at }: Place & { text: string },
): Promise<TicketMessageWire> {
  const { seen, message } = await lockOwn(support, tx, actor, at);
  const now = support.kernel.clock.now();
  await store.updateMessage(tx, message.id, { body: text, edited_at: now });
  await audit.note(tx, changeOf(message, text));
  await refreshAndNotify(support, tx, message);
  return showOne(support, tx, actor, seen, await findOne(tx, seen, message.id));
}

/** The place of the message stays, without its words and files. */
export async function deleteMessage(
  support: Support,
  tx: Tx,
  { actor, audit }: By,
  at: Place,
): Promise<void> {
  const { message } = await lockOwn(support, tx, actor, at);
  const now = support.kernel.clock.now();
  await store.updateMessage(tx, message.id, { body: '', deleted_at: now });
  await detachFrom(tx, message.id);
  await audit.note(tx, changeOf(message, null));
  if (message.is_from_staff && !message.is_internal) await withdrawAnswer(support, tx, message);
  await refreshAndNotify(support, tx, message);
}

/** The ticket waits for support again when what it answered is the last word now. */
async function withdrawAnswer(
  support: Support,
  tx: Tx,
  { ticket_id, account_id }: store.MessageRow,
): Promise<void> {
  const ticket = await refreshTicket(tx, ticket_id, support.kernel.clock.now());
  if (ticket.last_message_is_from_staff !== false) return;
  const mover = { by: 'staff', accountId: account_id } as const;
  await moveTicket(support, tx, ticket, 'staff_withdraws', mover);
}

/** Null for a message that is taken back. */
const changeOf = ({ id, ticket_id, body }: store.MessageRow, text: string | null): Change => ({
  type: 'ticket',
  id: ticket_id,
  before: { message: id, text: body },
  after: { message: id, text },
});

/** Throws for a message that is somebody else's, or can't be changed any more. */
async function lockOwn(support: Support, tx: Tx, actor: Actor, { ticketId, id }: Place) {
  const seen = await lockSeen(tx, actor, ticketId);
  const message = await findOne(tx, seen, id);
  if (message.account_id !== actor.accountId) throw apiError(commonErrors.permissionDenied);
  if (!canEdit(message, support.kernel.clock.now())) throw apiError(editWindowClosed);
  return { seen, message };
}

/** The ticket, and who looks at it, learn that a message changed. */
async function refreshAndNotify(
  support: Support,
  tx: Tx,
  { ticket_id, is_internal }: store.MessageRow,
): Promise<void> {
  const row = await refreshTicket(tx, ticket_id, support.kernel.clock.now());
  await tellWatchers(support, tx, row, { isInternal: is_internal });
}

async function findOne(db: Db, { ticket, side }: Seen, id: string): Promise<store.MessageRow> {
  const scope = { ticketId: ticket.id, seesNotes: side === 'staff' };
  const message = await store.findMessage(db, { id: readUuid(id), ...scope });
  if (!message) throw apiError(commonErrors.notFound);
  return message;
}

async function showOne(
  support: Support,
  db: Db,
  actor: Actor,
  { ticket, side }: Seen,
  message: store.MessageRow,
): Promise<TicketMessageWire> {
  const viewer = { accountId: actor.accountId, side };
  const [shown] = await showMessages(support, db, { ticket, rows: [message], viewer });
  return shown!;
}
