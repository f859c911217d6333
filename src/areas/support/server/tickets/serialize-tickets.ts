// Tickets as the API returns them: to their customer, or to staff.
import { findPeople, type Person } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { staffStatusLabels, ticketStatusLabels } from '../../wire/tickets.constants.ts';
import type { TicketDetailWire, TicketWire } from '../../wire/tickets.ts';
import type { Support } from '../context.ts';
import { previewMessage } from './preview-message.ts';
import { reopenUntil, resolveDueAt, statusAt } from './ticket-states.ts';
import { listEvents, listTicketNumbers, type TicketRow } from './ticket-store.ts';
import type { Side } from './visible-ticket.ts';

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Staff columns stay empty in a customer's file. */
export const csvColumns = [
  'number',
  'uuid',
  'subject',
  'status',
  'priority',
  'category',
  'user_email',
  'user_name',
  'assigned_to_name',
  'messages_count',
  'created_at',
  'updated_at',
  'first_response_due_at',
  'first_response_at',
  'resolve_due_at',
  'resolved_at',
  'closed_at',
  'rating',
  'rating_comment',
  'has_priority_support',
] as const satisfies readonly (keyof TicketWire)[];

/** All rows for the same side. */
export async function serializeTickets(
  { kernel }: Support,
  db: Db,
  rows: readonly TicketRow[],
  side: Side,
): Promise<TicketWire[]> {
  const now = kernel.clock.now();
  const ids = side === 'staff' ? rows.flatMap((row) => [row.account_id, row.assigned_to]) : [];
  const [numbers, people] = await Promise.all([
    listTicketNumbers(
      db,
      rows.flatMap(({ follows }) => follows ?? []),
    ),
    findPeople(
      db,
      kernel.config,
      ids.filter((id) => id !== null),
    ),
  ]);
  return rows.map((row) => toTicket(row, { now, side, numbers, people }));
}

type SerializeContext = {
  now: Date;
  side: Side;
  numbers: Map<string, number>;
  people: Map<number, Person>;
};

function toTicket(row: TicketRow, { now, side, numbers, people }: SerializeContext): TicketWire {
  const status = statusAt(row, now);
  const isStaff = side === 'staff';
  return {
    uuid: row.id,
    number: row.number,
    user: row.account_id,
    subject: row.subject,
    status,
    status_display: (isStaff ? staffStatusLabels : ticketStatusLabels)[status],
    priority: row.priority,
    has_priority_support: row.has_priority_support,
    category: row.category,
    assigned_to: row.assigned_to,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_message_at: toIso(row.last_message_at),
    last_message:
      row.last_message_preview === null
        ? null
        : {
            preview: previewMessage(row.last_message_preview),
            is_from_staff: row.last_message_is_from_staff === true,
          },
    messages_count: row.messages_count,
    unanswered_messages_count: isStaff ? row.staff_unanswered : row.customer_unread,
    first_response_at: toIso(row.first_response_at),
    first_response_due_at: row.first_response_due_at.toISOString(),
    resolved_at: toIso(row.resolved_at),
    closed_at: toIso(row.closed_at),
    reopen_until:
      status === 'resolved' ? toIso(row.resolved_at && reopenUntil(row.resolved_at)) : null,
    rating: row.rating,
    rating_comment: row.rating_comment,
    can_rate: !isStaff && row.resolved_at !== null,
    related:
      row.related_type && row.related_id
        ? { type: row.related_type, id: row.related_id, label: row.related_label ?? '' }
        : null,
    follows: row.follows ? { uuid: row.follows, number: numbers.get(row.follows) ?? 0 } : null,
    ...(isStaff && {
      user_email: people.get(row.account_id)?.email ?? '',
      user_name: people.get(row.account_id)?.name ?? '',
      assigned_to_name: (row.assigned_to && people.get(row.assigned_to)?.name) || null,
      resolve_due_at: resolveDueAt(row).toISOString(),
    }),
  };
}

export async function serializeTicket(
  support: Support,
  db: Db,
  row: TicketRow,
  side: Side,
): Promise<TicketDetailWire> {
  const [[ticket], events] = await Promise.all([
    serializeTickets(support, db, [row], side),
    listEvents(db, row.id),
  ]);
  const visible = side === 'staff' ? events : events.filter(({ kind }) => kind !== 'assigned');
  return {
    ...ticket!,
    timeline: visible.map(({ kind, value, actor, occurred_at }) => ({
      kind,
      value,
      by: actor,
      at: occurred_at.toISOString(),
    })),
  };
}
