// Opening, listing, changing and deleting tickets.
import { listPeopleByRole } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { ticketClosed, ticketHasReply, ticketNotRatable, ticketStateRefused } from '../contract.ts';
import type { NewTicketBody, RatingBody, TicketChanges } from '../ticket-body.ts';
import { customerPriorities, type TicketPriority } from '../ticket-words.ts';
import { findSeen, lockSeen, type Side } from './access.ts';
import { addMessage } from './add-message.ts';
import { type Mover, moveTicket, noteEvent, tellWatchers } from './move-ticket.ts';
import { findRelated } from './related.ts';
import type { By, Support } from './support.ts';
import { eventOfStatus, firstResponseDueAt, movedDueAt, statusAt } from './ticket-states.ts';
import * as store from './ticket-store.ts';
import { showTicket } from './wire.ts';

const ticketsPerDay = 20;
const dayMs = 86_400_000;

type Opened = Pick<NewTicketBody, 'subject' | 'category' | 'priority'> & {
  related?: Awaited<ReturnType<typeof findRelated>>;
  follows?: string | null;
};

/** Throws `throttled` for the 21st ticket in 24 hours. */
export async function insertTicket(
  { kernel }: Support,
  tx: Tx,
  accountId: number,
  { related = null, follows = null, ...fields }: Opened,
): Promise<store.TicketRow> {
  const now = kernel.clock.now();
  await store.lockCustomer(tx, accountId);
  const openings = await store.listOpenings(tx, accountId, new Date(now.getTime() - dayMs));
  const oldest = openings.at(-ticketsPerDay);
  if (oldest)
    throw apiError(commonErrors.throttled, {
      retry_after: Math.max(1, Math.ceil((oldest.getTime() + dayMs - now.getTime()) / 1000)),
    });
  const row = await store.insertTicket(tx, {
    id: createId(now),
    account_id: accountId,
    ...fields,
    related_type: related?.type ?? null,
    related_id: related?.id ?? null,
    related_label: related?.label ?? null,
    follows,
    first_response_due_at: firstResponseDueAt(now, fields.priority),
    created_at: now,
    updated_at: now,
  });
  const by = { by: 'customer', accountId } as const;
  await noteEvent({ kernel } as Support, tx, row.id, { kind: 'status', value: 'open', ...by });
  return row;
}

/** Opens its unit itself: what a ticket is about is asked of other areas first. */
export async function openTicket(support: Support, actor: Actor, body: NewTicketBody) {
  const { subject, message, category, priority, attachments } = body;
  assertPriority(priority, 'customer');
  if (message === undefined && attachments.length > 0)
    throw new InvalidInput({ message: ['Write a message that the files go with.'] });
  const related = await findRelated(support, actor.accountId, body);
  return support.kernel.work.write(async (tx) => {
    const { accountId } = actor;
    const row = await insertTicket(support, tx, accountId, {
      subject,
      category,
      priority,
      related,
    });
    if (message === undefined) return showTicket(support, tx, row, 'customer');
    const first = { accountId, side: 'customer', text: message, attachments } as const;
    const { ticket } = await addMessage(support, tx, row, first);
    return showTicket(support, tx, ticket, 'customer');
  });
}

export async function readTicket(support: Support, db: Db, actor: Actor, id: string) {
  const { ticket, side } = await findSeen(db, actor, id);
  return showTicket(support, db, ticket, side);
}

/** Absent fields stay. Customers change subject, priority and, within the rules, the status. */
export async function changeTicket(
  support: Support,
  tx: Tx,
  { actor, audit }: By,
  id: string,
  given: TicketChanges,
) {
  const { ticket, side } = await lockSeen(tx, actor, id);
  // Fields of staff are no secret and no error in a customer's hands: they are not looked at.
  const changes =
    side === 'staff' ? given : { ...given, category: undefined, assigned_to: undefined };
  const mover = { by: side, accountId: actor.accountId };
  const now = support.kernel.clock.now();
  if (side === 'customer' && statusAt(ticket, now) === 'closed' && isReworded(ticket, changes))
    throw apiError(ticketClosed, { current_status: 'closed' });
  const moved = await setStatus(support, tx, ticket, changes, mover);
  const row = await setFields(support, tx, moved, changes, mover);
  const [before, after] = [trackedOf(ticket), trackedOf(row)];
  await audit.note(tx, { type: 'ticket', id: ticket.id, before, after });
  await tellWatchers(support, tx, row);
  return showTicket(support, tx, row, side);
}

const isReworded = (ticket: store.TicketRow, { subject, priority }: TicketChanges): boolean =>
  (subject !== undefined && subject !== ticket.subject) ||
  (priority !== undefined && priority !== ticket.priority);

const trackedOf = ({ subject, status, priority, category, assigned_to }: store.TicketRow) => ({
  subject,
  status,
  priority,
  category,
  assigned_to,
});

type SideMover = Mover & { by: Side };

async function setStatus(
  support: Support,
  tx: Tx,
  ticket: store.TicketRow,
  { status }: TicketChanges,
  mover: SideMover,
): Promise<store.TicketRow> {
  const current = statusAt(ticket, support.kernel.clock.now());
  if (status === undefined || status === current) return ticket;
  const event = eventOfStatus(status, mover.by === 'staff');
  const moved = event && (await moveTicket(support, tx, ticket, event, mover));
  if (!moved) throw apiError(ticketStateRefused, { current_status: current });
  return moved;
}

async function setFields(
  support: Support,
  tx: Tx,
  ticket: store.TicketRow,
  { subject, priority, category, assigned_to }: TicketChanges,
  mover: SideMover,
): Promise<store.TicketRow> {
  const hasPriority = priority !== undefined && priority !== ticket.priority;
  const hasAssignee = assigned_to !== undefined && assigned_to !== ticket.assigned_to;
  if (hasPriority) {
    assertPriority(priority, mover.by);
    await noteEvent(support, tx, ticket.id, { kind: 'priority', value: priority, ...mover });
  }
  if (hasAssignee) {
    if (assigned_to !== null) await assertAssignee(tx, assigned_to);
    const value = String(assigned_to ?? '');
    await noteEvent(support, tx, ticket.id, { kind: 'assigned', value, ...mover });
  }
  return store.updateTicket(tx, ticket.id, {
    ...(subject !== undefined &&
      subject !== ticket.subject && {
        subject,
        mail_subject: ticket.mail_subject ?? ticket.subject,
      }),
    ...(category !== undefined && { category }),
    ...(hasAssignee && { assigned_to }),
    ...(hasPriority && {
      priority,
      first_response_due_at: movedDueAt(ticket.first_response_due_at, ticket.priority, priority),
    }),
    updated_at: support.kernel.clock.now(),
  });
}

function assertPriority(priority: TicketPriority, side: Side): void {
  const allowed: readonly string[] = customerPriorities;
  if (side === 'customer' && !allowed.includes(priority))
    throw new InvalidInput({ priority: [`Choose one of ${allowed.join(', ')}.`] });
}

async function assertAssignee(tx: Tx, accountId: number): Promise<void> {
  const support = await listPeopleByRole(tx, ['support']);
  if (!support.some(({ id }) => id === accountId))
    throw new InvalidInput({ assigned_to: ['Choose an account of the support team.'] });
}

/** Customers take back what nobody answered; admins delete any. The row stays. */
export async function deleteTicket(
  support: Support,
  tx: Tx,
  { actor, audit }: By,
  id: string,
): Promise<void> {
  const { ticket, side } = await lockSeen(tx, actor, id);
  const isAdmin = actor.via === 'session' && hasRole(actor, 'admin');
  if (side === 'staff' && !isAdmin) throw apiError(commonErrors.permissionDenied);
  const now = support.kernel.clock.now();
  if (side === 'customer' && !isAdmin && ticket.first_response_at !== null)
    throw apiError(ticketHasReply, { current_status: statusAt(ticket, now) });
  const row = await store.updateTicket(tx, ticket.id, { deleted_at: now, updated_at: now });
  await audit.note(tx, { type: 'ticket', id: ticket.id, before: trackedOf(ticket) });
  await tellWatchers(support, tx, row);
}

/** Staff's unanswered messages end with an answer, not with a look at them. */
export async function markRead(support: Support, tx: Tx, actor: Actor, id: string) {
  const { ticket, side } = await lockSeen(tx, actor, id);
  if (side === 'staff' || ticket.customer_unread === 0)
    return showTicket(support, tx, ticket, side);
  const now = support.kernel.clock.now();
  const last = ticket.last_message_at?.getTime() ?? 0;
  const row = await store.updateTicket(tx, ticket.id, {
    customer_read_at: new Date(Math.max(now.getTime(), last)),
    customer_unread: 0,
  });
  await tellWatchers(support, tx, row);
  return showTicket(support, tx, row, side);
}

export async function rateTicket(
  support: Support,
  tx: Tx,
  actor: Actor,
  id: string,
  given: RatingBody,
) {
  const { ticket, side } = await lockSeen(tx, actor, id);
  if (side === 'staff') throw apiError(commonErrors.permissionDenied);
  const now = support.kernel.clock.now();
  if (ticket.resolved_at === null)
    throw apiError(ticketNotRatable, { current_status: statusAt(ticket, now) });
  const { accountId } = actor;
  const value = String(given.rating);
  await noteEvent(support, tx, ticket.id, { kind: 'rated', value, by: side, accountId });
  const row = await store.updateTicket(tx, ticket.id, {
    rating: given.rating,
    rating_comment: given.comment,
    rated_at: now,
    updated_at: now,
  });
  await tellWatchers(support, tx, row);
  return showTicket(support, tx, row, side);
}
