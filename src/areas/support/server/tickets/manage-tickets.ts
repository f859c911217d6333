// Creating, updating, deleting and rating tickets.
import { listPeopleByRole } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { dayMs, secondMs } from '#lib/durations.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { ticketClosed } from '../../wire/messages.ts';
import { type RatingBody, ticketNotRatable } from '../../wire/ratings.ts';
import { customerPriorities, type TicketPriority } from '../../wire/tickets.constants.ts';
import {
  type NewTicketBody,
  staffOnlyFields,
  type TicketChangeField,
  type TicketChanges,
  type TicketDetailWire,
  ticketChangeFields,
  ticketHasReply,
  ticketStateRefused,
} from '../../wire/tickets.ts';
import type { ChangeContext, Support } from '../context.ts';
import { addMessage } from '../messages/add-message.ts';
import { findRelatedObject, type RelatedObject } from './related-object.ts';
import { serializeTicket } from './serialize-tickets.ts';
import {
  eventForStatus,
  firstResponseDueAt,
  shiftFirstResponseDueAt,
  statusAt,
} from './ticket-states.ts';
import * as ticketStore from './ticket-store.ts';
import {
  notifySubscribers,
  recordEvent,
  type TicketActor,
  transitionTicket,
} from './transition-ticket.ts';
import { findVisibleTicket, lockVisibleTicket, type Side } from './visible-ticket.ts';

const ticketsPerDay = 20;

type TicketFields = Omit<NewTicketBody, 'message' | 'attachments' | 'related' | 'related_payment'>;
type NewTicket = Partial<TicketFields> &
  Pick<TicketFields, 'subject' | 'priority'> & {
    related?: RelatedObject | null;
    /** The closed ticket that it continues. */
    follows?: string;
  };

/** Throws `throttled` for the 21st ticket in 24 hours, unless staff open it. */
export async function addTicket(
  support: Support,
  tx: Tx,
  accountId: number,
  { related = null, follows, ...fields }: NewTicket,
  { isLimited = true } = {},
): Promise<ticketStore.TicketRow> {
  const now = support.kernel.clock.now();
  await ticketStore.lockCustomer(tx, accountId);
  const createdTimes = await ticketStore.listCreatedTimes(
    tx,
    accountId,
    new Date(now.getTime() - dayMs),
  );
  const oldest = createdTimes.at(-ticketsPerDay);
  if (oldest && isLimited)
    throw apiError(commonErrors.throttled, {
      retry_after: Math.max(1, Math.ceil((oldest.getTime() + dayMs - now.getTime()) / secondMs)),
    });
  const has_priority_support = await support.hasPrioritySupport(tx, accountId, now);
  const row = await ticketStore.insertTicket(tx, {
    id: createId(now),
    account_id: accountId,
    ...fields,
    has_priority_support,
    related_type: related?.type ?? null,
    related_id: related?.id ?? null,
    related_label: related?.label ?? null,
    follows: follows ?? null,
    first_response_due_at: firstResponseDueAt(now, { ...fields, has_priority_support }),
    created_at: now,
    updated_at: now,
  });
  const by = { by: 'customer', accountId } as const;
  await recordEvent(support, tx, row.id, { kind: 'status', value: 'open', ...by });
  return row;
}

/** Opens its unit of work by `write`, after other areas have looked up the related object. */
export async function createTicket(
  support: Support,
  actor: Actor,
  body: NewTicketBody,
  write: LastWrite<TicketDetailWire> = support.kernel.work.write,
): Promise<TicketDetailWire> {
  const { message, attachments, related, related_payment, ...fields } = body;
  if (message === undefined && attachments.length > 0)
    throw new InvalidInput({ message: ['Write a message to go with the files.'] });
  const { accountId } = actor;
  const object = await findRelatedObject(support, accountId, { related, related_payment });
  return write(async (tx) => {
    const row = await addTicket(support, tx, accountId, { ...fields, related: object });
    if (message === undefined) return serializeTicket(support, tx, row, 'customer');
    const first = { accountId, side: 'customer', text: message, attachments } as const;
    const { ticket } = await addMessage(support, tx, row, first);
    return serializeTicket(support, tx, ticket, 'customer');
  });
}

export async function readTicket(support: Support, db: Db, actor: Actor, id: string) {
  const { ticket, side } = await findVisibleTicket(db, actor, id);
  return serializeTicket(support, db, ticket, side);
}

/** Omitted fields keep their values. */
export async function updateTicket(
  support: Support,
  tx: Tx,
  { actor, audit }: ChangeContext,
  id: string,
  input: TicketChanges,
) {
  const { ticket, side } = await lockVisibleTicket(tx, actor, id);
  const { status, ...fields } = side === 'staff' ? input : withoutStaffFields(input);
  const ticketActor = { by: side, accountId: actor.accountId };
  const now = support.kernel.clock.now();
  if (side === 'customer' && statusAt(ticket, now) === 'closed' && changesContent(ticket, fields))
    throw apiError(ticketClosed, { current_status: 'closed' });
  const transitioned = await setStatus(support, tx, ticket, status, ticketActor);
  const row = await setFields(support, tx, transitioned, fields, ticketActor);
  const [before, after] = [auditedFields(ticket), auditedFields(row)];
  await audit.record(tx, { type: 'ticket', id: ticket.id, before, after });
  await notifySubscribers(support, tx, row);
  return serializeTicket(support, tx, row, side);
}

const withoutStaffFields = (changes: TicketChanges): TicketChanges =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([name]) => !staffOnlyFields.includes(name as TicketChangeField),
    ),
  );

/** Customers change neither on a closed ticket. */
const changesContent = (
  ticket: ticketStore.TicketRow,
  { subject, priority }: TicketChanges,
): boolean =>
  (subject !== undefined && subject !== ticket.subject) ||
  (priority !== undefined && priority !== ticket.priority);

const auditedFields = (row: ticketStore.TicketRow) =>
  Object.fromEntries(ticketChangeFields.map((name) => [name, row[name]]));

type SideActor = TicketActor & { by: Side };

async function setStatus(
  support: Support,
  tx: Tx,
  ticket: ticketStore.TicketRow,
  status: TicketChanges['status'],
  ticketActor: SideActor,
): Promise<ticketStore.TicketRow> {
  const current = statusAt(ticket, support.kernel.clock.now());
  if (status === undefined || status === current) return ticket;
  const event = eventForStatus(status, ticketActor.by === 'staff');
  const row = event && (await transitionTicket(support, tx, ticket, event, ticketActor));
  if (!row) throw apiError(ticketStateRefused, { current_status: current });
  return row;
}

async function setFields(
  support: Support,
  tx: Tx,
  ticket: ticketStore.TicketRow,
  fields: Omit<TicketChanges, 'status'>,
  ticketActor: SideActor,
): Promise<ticketStore.TicketRow> {
  const { subject, priority, assigned_to } = fields;
  const hasSubject = subject !== undefined && subject !== ticket.subject;
  const hasPriority = priority !== undefined && priority !== ticket.priority;
  const hasAssignee = assigned_to !== undefined && assigned_to !== ticket.assigned_to;
  if (hasPriority) {
    assertPriority(priority, ticketActor.by);
    await recordEvent(support, tx, ticket.id, {
      kind: 'priority',
      value: priority,
      ...ticketActor,
    });
  }
  if (hasAssignee) {
    if (assigned_to !== null) await assertAssignee(tx, assigned_to);
    const value = String(assigned_to ?? '');
    await recordEvent(support, tx, ticket.id, { kind: 'assigned', value, ...ticketActor });
  }
  return ticketStore.updateTicket(tx, ticket.id, {
    ...fields,
    ...(hasSubject && { mail_subject: ticket.mail_subject ?? ticket.subject }),
    ...(hasPriority && {
      first_response_due_at: shiftFirstResponseDueAt(ticket.first_response_due_at, ticket, {
        ...ticket,
        priority,
      }),
    }),
    updated_at: support.kernel.clock.now(),
  });
}

export function assertPriority(priority: TicketPriority, side: Side): void {
  const allowed: readonly string[] = customerPriorities;
  if (side === 'customer' && !allowed.includes(priority))
    throw new InvalidInput({ priority: [`Choose one of ${allowed.join(', ')}.`] });
}

async function assertAssignee(tx: Tx, accountId: number): Promise<void> {
  const support = await listPeopleByRole(tx, ['support']);
  if (!support.some(({ id }) => id === accountId))
    throw new InvalidInput({ assigned_to: ['Choose an account of the support team.'] });
}

/** Customers delete unanswered tickets; admins delete any. The row stays, marked as deleted. */
export async function deleteTicket(
  support: Support,
  tx: Tx,
  { actor, audit }: ChangeContext,
  id: string,
): Promise<void> {
  const { ticket, side } = await lockVisibleTicket(tx, actor, id);
  const isAdmin = actor.via === 'session' && hasRole(actor, 'admin');
  if (side === 'staff' && !isAdmin) throw apiError(commonErrors.permissionDenied);
  const now = support.kernel.clock.now();
  if (side === 'customer' && !isAdmin && ticket.first_response_at !== null)
    throw apiError(ticketHasReply, { current_status: statusAt(ticket, now) });
  const row = await ticketStore.updateTicket(tx, ticket.id, { deleted_at: now, updated_at: now });
  await audit.record(tx, { type: 'ticket', id: ticket.id, before: auditedFields(ticket) });
  await notifySubscribers(support, tx, row);
}

/** Changes nothing for staff, whose unanswered messages count until they are answered. */
export async function markTicketRead(support: Support, tx: Tx, actor: Actor, id: string) {
  const { ticket, side } = await lockVisibleTicket(tx, actor, id);
  if (side === 'staff' || ticket.customer_unread === 0)
    return serializeTicket(support, tx, ticket, side);
  const now = support.kernel.clock.now();
  const last = ticket.last_message_at?.getTime() ?? 0;
  const row = await ticketStore.updateTicket(tx, ticket.id, {
    customer_read_at: new Date(Math.max(now.getTime(), last)),
    customer_unread: 0,
  });
  await notifySubscribers(support, tx, row);
  return serializeTicket(support, tx, row, side);
}

export async function rateTicket(
  support: Support,
  tx: Tx,
  actor: Actor,
  id: string,
  { rating, comment }: RatingBody,
) {
  const { ticket, side } = await lockVisibleTicket(tx, actor, id);
  if (side === 'staff') throw apiError(commonErrors.permissionDenied);
  const now = support.kernel.clock.now();
  if (ticket.resolved_at === null)
    throw apiError(ticketNotRatable, { current_status: statusAt(ticket, now) });
  const { accountId } = actor;
  const value = String(rating);
  await recordEvent(support, tx, ticket.id, { kind: 'rated', value, by: side, accountId });
  const row = await ticketStore.updateTicket(tx, ticket.id, {
    rating,
    rating_comment: comment,
    rated_at: now,
    updated_at: now,
  });
  await notifySubscribers(support, tx, row);
  return serializeTicket(support, tx, row, side);
}
