// Mails that did not become messages, for staff: their list, and what they do with each.
import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { RowCount } from '#kernel/http/responses/pages.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { MailHandling, UnattachedOutcome } from '../../wire/inbound-mail.constants.ts';
import {
  mailHandled,
  mailHasNoAccount,
  mailHasNoTicket,
  type UnattachedMailWire,
} from '../../wire/stored-mails.ts';
import { textMax } from '../../wire/tickets.constants.ts';
import { deleteUploads } from '../attachments/attachments.ts';
import type { ChangeContext, Support } from '../context.ts';
import { addMessage } from '../messages/add-message.ts';
import { addTicket } from '../tickets/manage-tickets.ts';
import { lockTicket } from '../tickets/ticket-store.ts';
import { parseUuid } from '../tickets/visible-ticket.ts';
import type { ParsedMail } from './read-mail.ts';
import * as receivedMailStore from './received-mail-store.ts';
import { type SavedFiles, saveFiles, toMessageText, toTicketSubject } from './save-files.ts';
import { originalUrl, readStoredMail } from './stored-mails.ts';

export async function listUnattached(
  support: Support,
  db: Db,
  filter: { reason?: UnattachedOutcome | undefined; isHandled: boolean },
  page: PageRequest,
): Promise<{ rows: UnattachedMailWire[]; total: RowCount }> {
  const { reason: outcome, isHandled } = filter;
  const { rows, total } = await receivedMailStore.listUnattached(db, { outcome, isHandled }, page);
  return { rows: rows.map((row) => serialize(support, row)), total };
}

const serialize = (
  support: Support,
  { ticket_id: uuid, ticket_number: number, ...row }: receivedMailStore.UnattachedMailRow,
): UnattachedMailWire => ({
  id: row.id,
  received_at: row.received_at.toISOString(),
  sender: row.sender,
  subject: row.subject,
  reason: row.outcome as UnattachedOutcome,
  size_bytes: row.size_bytes,
  ticket: uuid && number !== null ? { uuid, number } : null,
  has_account: row.has_account,
  original_url: originalUrl(support, row.id),
  handled_as: row.handled_as,
  handled_at: row.handled_at?.toISOString() ?? null,
});

const findSenderAccount = async (db: Db, sender: string) => {
  const account = sender === '' ? undefined : await findAccountByEmail(db, sender);
  return account?.status === 'deleted' ? undefined : account;
};

/** Throws `not_found`, and an error that says why this can't be done with it. */
export async function handleUnattachedMail(
  support: Support,
  { actor, audit }: ChangeContext,
  { id: idText, as }: { id: string; as: MailHandling },
): Promise<UnattachedMailWire> {
  const { work, clock } = support.kernel;
  const id = parseUuid(idText);
  const row = await work.read((db) => receivedMailStore.findReceivedMail(db, id));
  if (!row || row.message_id !== null) throw apiError(commonErrors.notFound);
  if (row.handled_at) throw apiError(mailHandled);
  const raw = as === 'dismissed' ? null : await readStoredMail(support, row.storage_key);
  const mail = raw && (await support.readMail(raw));
  const by = { accountId: actor.accountId, side: 'staff' } as const;
  const files = await saveFiles(support, by, mail?.files ?? []);
  try {
    return await work.write(async (tx) => {
      const locked = await receivedMailStore.lockReceivedMail(tx, id);
      if (!locked || locked.handled_at) throw apiError(mailHandled);
      const input = { row: locked, mail, files, accountId: actor.accountId };
      if (as === 'note') {
        if (!locked.ticket_id) throw apiError(mailHasNoTicket);
        await addNote(support, tx, input, locked.ticket_id);
      }
      if (as === 'ticket') await openTicket(support, tx, input);
      await receivedMailStore.updateReceivedMail(tx, id, {
        handled_as: as,
        handled_by: actor.accountId,
        handled_at: clock.now(),
      });
      await audit.record(tx, { type: 'inbound_mail', id, after: { handled_as: as } });
      return serialize(support, await receivedMailStore.readUnattached(tx, id));
    });
  } finally {
    await deleteUploads(support, files.ids);
  }
}

type Input = {
  row: receivedMailStore.ReceivedMailRow;
  mail: ParsedMail | null;
  files: SavedFiles;
  /** Of the person of staff. */
  accountId: number;
};

const unreadable = 'This mail could not be read. Its original is stored for 30 days.';

const textFrom = ({ row, mail, files }: Input): string => {
  const heading = `Mail from ${row.sender || 'an unknown sender'}: ${row.subject}`;
  const text = mail ? toMessageText(mail.text, files.refused) : unreadable;
  return `${heading}\n\n${text}`.slice(0, textMax).toWellFormed();
};

/** A note of staff, since its sender may be somebody else than the customer. */
async function addNote(support: Support, tx: Tx, input: Input, ticketId: string): Promise<void> {
  const ticket = await lockTicket(tx, ticketId);
  if (!ticket) throw apiError(mailHasNoTicket);
  await addMessage(support, tx, ticket, {
    accountId: input.accountId,
    side: 'staff',
    isInternal: true,
    text: textFrom(input),
    attachments: input.files.ids,
  });
}

/** For the account with its sender's address. The text is a note: the sender is not confirmed. */
async function openTicket(support: Support, tx: Tx, input: Input): Promise<void> {
  const account = await findSenderAccount(tx, input.row.sender);
  if (!account) throw apiError(mailHasNoAccount);
  const fields = { subject: toTicketSubject(input.row.subject), priority: 'normal' } as const;
  const ticket = await addTicket(support, tx, account.id, fields, { isLimited: false });
  await addNote(support, tx, input, ticket.id);
}
