// The status of a ticket moves here and nowhere else: timeline, event stream and mails learn of it
// in the same transaction.
import { listPeopleByRole } from '#areas/accounts/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { findUnanswered } from './conversation-store.ts';
import { mailResolved } from './emails/customer-mails.ts';
import { type Support, ticketsTopic } from './support.ts';
import { applyEvent, statusAt, type TicketEvent } from './ticket-states.ts';
import * as store from './ticket-store.ts';

/** Nobody's account for what the clock does. */
export type Mover = { by: 'customer' | 'staff' | 'clock'; accountId: number | null };

/** The ticket must be locked by `tx`. Null for what a ticket of this status refuses. */
export async function moveTicket(
  support: Support,
  tx: Tx,
  ticket: store.TicketRow,
  event: TicketEvent,
  mover: Mover,
): Promise<store.TicketRow | null> {
  const now = support.kernel.clock.now();
  // What time has closed already is closed for everybody but its job, which writes that down.
  const from = event === 'time_out' ? ticket.status : statusAt(ticket, now);
  const status = applyEvent(from, event);
  if (status === null) return null;
  if (status === from) return ticket;
  const isReopened = from === 'resolved' || from === 'closed';
  await noteEvent(support, tx, ticket.id, { kind: 'status', value: status, ...mover });
  const asked = isReopened ? null : await findUnanswered(tx, ticket.id);
  const row = await store.updateTicket(tx, ticket.id, {
    status,
    resolved_at: status === 'resolved' ? now : status === 'closed' ? ticket.resolved_at : null,
    closed_at: status === 'closed' ? now : null,
    waiting_since: status === 'waiting_for_admin' ? (asked ?? now) : null,
    ...(isReopened && status !== 'closed' && { reopened_at: now }),
    updated_at: now,
  });
  if (status === 'resolved') await mailResolved(support, tx, row);
  return row;
}

type Note = Mover & { kind: store.TicketEventRow['kind']; value: string };

export async function noteEvent(
  { kernel }: Support,
  tx: Tx,
  ticketId: string,
  { kind, value, by, accountId }: Note,
): Promise<void> {
  const at = kernel.clock.now();
  await store.addEvent(tx, {
    ticket_id: ticketId,
    kind,
    actor: by,
    account_id: accountId,
    value,
    at,
  });
}

/** Open screens load the ticket again: support's, and the customer's unless it is only a note. */
export async function tellWatchers(
  { kernel }: Support,
  tx: Tx,
  ticket: store.TicketRow,
  { isInternal = false }: { isInternal?: boolean } = {},
): Promise<void> {
  const readers = (await listPeopleByRole(tx, ['support'])).map(({ id }) => id);
  const told = new Set(isInternal ? readers : [ticket.account_id, ...readers]);
  // An owner on the staff would learn from the message that there is a note.
  if (isInternal) told.delete(ticket.account_id);
  for (const accountId of told)
    await kernel.live.publish(tx, {
      topic: ticketsTopic,
      accountId,
      data: { uuid: ticket.id, status: ticket.status },
    });
}
