// The only place that changes the status of a ticket: the timeline and the e-mails belong to the
// same transaction.
import { listPeopleByRole } from '#areas/accounts/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { type Support, ticketsTopic } from '../context.ts';
import { sendResolvedEmail } from '../emails/customer-emails.ts';
import { findWaitingSince } from '../messages/conversation-store.ts';
import { publishClosing } from './publish-ticket-events.ts';
import { applyEvent, statusAt, type TicketEvent } from './ticket-states.ts';
import { insertEvent, type TicketEventRow, type TicketRow, updateTicket } from './ticket-store.ts';

/** `accountId` is null for the clock. */
export type TicketActor = { by: 'customer' | 'staff' | 'clock'; accountId: number | null };

/** The ticket must be locked by `tx`. Null when its status does not allow the event. */
export async function transitionTicket(
  support: Support,
  tx: Tx,
  ticket: TicketRow,
  event: TicketEvent,
  ticketActor: TicketActor,
): Promise<TicketRow | null> {
  const now = support.kernel.clock.now();
  // A ticket closes when its time is over; only the job that stores that still sees it as resolved.
  const from = event === 'time_out' ? ticket.status : statusAt(ticket, now);
  const status = applyEvent(from, event);
  if (status === null) return null;
  if (status === from) return ticket;
  const isReopened = from === 'resolved' || from === 'closed';
  await recordEvent(support, tx, ticket.id, { kind: 'status', value: status, ...ticketActor });
  const waitingSince = isReopened ? null : await findWaitingSince(tx, ticket.id);
  const row = await updateTicket(tx, ticket.id, {
    status,
    resolved_at: status === 'resolved' ? now : status === 'closed' ? ticket.resolved_at : null,
    closed_at: status === 'closed' ? now : null,
    waiting_since: status === 'waiting_for_admin' ? (waitingSince ?? now) : null,
    ...(isReopened && status !== 'closed' && { reopened_at: now }),
    updated_at: now,
  });
  if (status === 'resolved') await sendResolvedEmail(support, tx, row);
  if (status === 'closed') await publishClosing(support, tx, row);
  return row;
}

type NewTimelineEvent = TicketActor & { kind: TicketEventRow['kind']; value: string };

export async function recordEvent(
  { kernel }: Support,
  tx: Tx,
  ticketId: string,
  { kind, value, by, accountId }: NewTimelineEvent,
): Promise<void> {
  await insertEvent(tx, {
    ticket_id: ticketId,
    kind,
    actor: by,
    account_id: accountId,
    value,
    occurred_at: kernel.clock.now(),
  });
}

/** Open screens reload the ticket: support's and, unless it is a note, the customer's. */
export async function notifySubscribers(
  { kernel, unreadCounts }: Support,
  tx: Tx,
  ticket: TicketRow,
  { isInternal = false }: { isInternal?: boolean } = {},
): Promise<void> {
  if (!isInternal) await unreadCounts.invalidate(tx, ticket.account_id);
  const staff = (await listPeopleByRole(tx, ['support'])).map(({ id }) => id);
  const recipients = new Set(isInternal ? staff : [ticket.account_id, ...staff]);
  // A customer who is also staff must not learn that there is a note.
  if (isInternal) recipients.delete(ticket.account_id);
  for (const accountId of recipients)
    await kernel.live.publish(tx, {
      topic: ticketsTopic,
      accountId,
      data: { uuid: ticket.id, status: ticket.status },
    });
}
