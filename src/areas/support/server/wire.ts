// Rows as they are shown to one side.
import { findPeople, type Person } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type {
  TicketAttachmentWire,
  TicketDetailWire,
  TicketMessageWire,
  TicketWire,
} from '../contract.ts';
import { staffStatusLabels, ticketStatusLabels } from '../ticket-words.ts';
import type { Side } from './access.ts';
import { cleanName, isShownInPlace } from './attachment-kinds.ts';
import { type AttachmentRow, listAttachments } from './attachment-store.ts';
import type { MessageRow } from './message-store.ts';
import type { Support } from './support.ts';
import { canEdit, reopenUntil, resolveDueAt, statusAt } from './ticket-states.ts';
import { listEvents, listNumbers, type TicketRow } from './ticket-store.ts';

export type Viewer = { accountId: number; side: Side };

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** `side` is the same for all rows: a customer's list, or support's. */
export async function showTickets(
  { kernel }: Support,
  db: Db,
  rows: readonly TicketRow[],
  side: Side,
): Promise<TicketWire[]> {
  const now = kernel.clock.now();
  const ids = side === 'staff' ? rows.flatMap((row) => [row.account_id, row.assigned_to]) : [];
  const [numbers, people] = await Promise.all([
    listNumbers(
      db,
      rows.flatMap(({ follows }) => follows ?? []),
    ),
    findPeople(
      db,
      kernel.config,
      ids.filter((id) => id !== null),
    ),
  ]);
  return rows.map((row) => toWire(row, { now, side, numbers, people }));
}

type Around = {
  now: Date;
  side: Side;
  numbers: Map<string, number>;
  people: Map<number, Person>;
};

function toWire(row: TicketRow, { now, side, numbers, people }: Around): TicketWire {
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
    category: row.category,
    assigned_to: row.assigned_to,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_message_at: iso(row.last_message_at),
    last_message:
      row.last_message_preview === null
        ? null
        : {
            preview: row.last_message_preview,
            is_from_staff: row.last_message_is_from_staff === true,
          },
    messages_count: row.messages_count,
    unanswered_messages_count: isStaff ? row.staff_unanswered : row.customer_unread,
    first_response_at: iso(row.first_response_at),
    first_response_due_at: row.first_response_due_at.toISOString(),
    resolved_at: iso(row.resolved_at),
    closed_at: iso(row.closed_at),
    reopen_until:
      status === 'resolved' ? iso(row.resolved_at && reopenUntil(row.resolved_at)) : null,
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

export async function showTicket(
  support: Support,
  db: Db,
  row: TicketRow,
  side: Side,
): Promise<TicketDetailWire> {
  const [[shown], events] = await Promise.all([
    showTickets(support, db, [row], side),
    listEvents(db, row.id),
  ]);
  const seen = side === 'staff' ? events : events.filter(({ kind }) => kind !== 'assigned');
  return {
    ...shown!,
    timeline: seen.map(({ kind, value, actor, at }) => ({
      kind,
      value,
      by: actor,
      at: at.toISOString(),
    })),
  };
}

export const showAttachment = (
  { urlSigner }: Support,
  row: AttachmentRow,
): TicketAttachmentWire => ({
  id: row.id,
  name: nameOf(row),
  size: row.size_bytes,
  content_type: row.content_type,
  is_image: isShownInPlace(row.content_type),
  url: urlSigner.signFileUrl({ path: attachmentPath(row.id), objectId: row.id }),
});

/** Older rows may have a name without the ending of its kind. */
export const nameOf = ({ name, content_type }: AttachmentRow): string =>
  cleanName(name, content_type);

export const attachmentPath = (id: string): string => `/apix/support/attachments/${id}/`;

/** What stands before the @ of a colleague's address is nothing for customers to know. */
function nameFor(person: Person | undefined, row: MessageRow, isStaff: boolean): string {
  if (!person) return '';
  return row.is_from_staff && !isStaff && !person.isNamed ? 'Support' : person.name;
}

export async function showMessages(
  support: Support,
  db: Db,
  { ticket, rows, viewer }: { ticket: TicketRow; rows: readonly MessageRow[]; viewer: Viewer },
): Promise<TicketMessageWire[]> {
  const { config, clock } = support.kernel;
  const [people, attachments] = await Promise.all([
    findPeople(
      db,
      config,
      rows.map(({ account_id }) => account_id),
    ),
    listAttachments(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  const files = Map.groupBy(attachments, ({ message_id }) => message_id);
  const isStaff = viewer.side === 'staff';
  return rows.map((row) => {
    const person = people.get(row.account_id);
    return {
      uuid: row.id,
      ticket: ticket.id,
      sender: {
        id: row.account_id,
        display_username: nameFor(person, row, isStaff),
        avatar: person?.avatar ?? null,
        initials: person?.initials ?? '',
        is_staff: row.is_from_staff,
        ...(isStaff && person && { email: person.email }),
      },
      is_from_author: row.account_id === ticket.account_id,
      is_own: row.account_id === viewer.accountId,
      text: row.body,
      attachments: (files.get(row.id) ?? []).map((file) => showAttachment(support, file)),
      ...(isStaff && { is_internal: row.is_internal }),
      via: row.via,
      can_edit: row.account_id === viewer.accountId && canEdit(row, clock.now()),
      edited_at: iso(row.edited_at),
      is_deleted: row.deleted_at !== null,
      created_at: row.created_at.toISOString(),
    };
  });
}
