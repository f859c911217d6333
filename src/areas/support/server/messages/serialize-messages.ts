// Messages as the API returns them: to the customer, or to staff.
import { findPeople, type Person } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { TicketMessageWire } from '../../wire/messages.ts';
import { type AttachmentRow, listAttachments } from '../attachments/attachment-store.ts';
import { serializeAttachment } from '../attachments/serialize-attachment.ts';
import type { Support } from '../context.ts';
import { listMailsOfMessages } from '../inbound/received-mail-store.ts';
import { originalUrl } from '../inbound/stored-mails.ts';
import { canEdit } from '../tickets/ticket-states.ts';
import type { TicketRow } from '../tickets/ticket-store.ts';
import type { Side } from '../tickets/visible-ticket.ts';
import type { MessageRow } from './message-store.ts';

type Viewer = { accountId: number; side: Side };

/** Customers must not see a name that is only the local part of a colleague's address. */
function senderName(person: Person | undefined, row: MessageRow, isStaff: boolean): string {
  if (!person) return '';
  return row.is_from_staff && !isStaff && !person.hasName ? 'Support' : person.name;
}

function serializeSender(
  row: MessageRow,
  { person, isStaff }: { person: Person | undefined; isStaff: boolean },
): TicketMessageWire['sender'] {
  const { account_id: id, is_from_staff: is_staff, mail_from: from } = row;
  if (from !== null)
    return {
      id,
      display_username: from || 'An unknown sender',
      avatar: null,
      initials: from.slice(0, 1).toUpperCase(),
      is_staff,
      ...(isStaff && { email: from }),
    };
  return {
    id,
    display_username: senderName(person, row, isStaff),
    avatar: person?.avatar ?? null,
    initials: person?.initials ?? '',
    is_staff,
    ...(isStaff && person && { email: person.email }),
  };
}

/** The pictures of a mail in place, each with the address of its file. */
function signPictures(support: Support, html: string, files: readonly AttachmentRow[]): string {
  return html.replace(/src="attachment:([0-9a-f-]{36})"/g, (_, id: string) => {
    const file = files.find((one) => one.id === id);
    if (!file) return 'src=""';
    return `src="${serializeAttachment(support, file).url.replaceAll('&', '&amp;')}"`;
  });
}

export async function serializeMessages(
  support: Support,
  db: Db,
  { ticket, rows, viewer }: { ticket: TicketRow; rows: readonly MessageRow[]; viewer: Viewer },
): Promise<TicketMessageWire[]> {
  const { config, clock } = support.kernel;
  const ids = rows.map(({ id }) => id);
  const [people, attachments, mails] = await Promise.all([
    findPeople(
      db,
      config,
      rows.map(({ account_id }) => account_id),
    ),
    listAttachments(db, ids),
    listMailsOfMessages(db, ids),
  ]);
  const files = Map.groupBy(attachments, ({ message_id }) => message_id);
  const mailIds = new Map(mails.map(({ id, message_id }) => [message_id, id]));
  const isStaff = viewer.side === 'staff';
  return rows.map((row) => {
    const person = people.get(row.account_id);
    // The mail of a colleague has an address that customers do not see.
    const mailId = isStaff || !row.is_from_staff ? mailIds.get(row.id) : undefined;
    return {
      uuid: row.id,
      ticket: ticket.id,
      sender: serializeSender(row, { person, isStaff }),
      is_from_author: row.mail_from === null && row.account_id === ticket.account_id,
      is_own: row.mail_from === null && row.account_id === viewer.accountId,
      text: row.body,
      html: row.html && signPictures(support, row.html, files.get(row.id) ?? []),
      note_kind: row.note_kind,
      quoted: row.quoted,
      attachments: (files.get(row.id) ?? []).map((file) => serializeAttachment(support, file)),
      ...(isStaff && { is_internal: row.is_internal }),
      via: row.via,
      original_url: mailId ? originalUrl(support, mailId) : null,
      can_edit: row.account_id === viewer.accountId && canEdit(row, clock.now()),
      edited_at: row.edited_at?.toISOString() ?? null,
      is_deleted: row.deleted_at !== null,
      created_at: row.created_at.toISOString(),
    };
  });
}
