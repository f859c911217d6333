// Turns an e-mail to a reply address into a message, exactly once, from the owner of the address.
// What arrives at the envelope sender of a mail is a matter of the kernel.
import { findAccount, listPeopleByRole } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { ApiError, apiError, InvalidInput } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { type inboundOutcomes, inboundSignatureWrong } from '../../wire/inbound-mail.ts';
import { attachmentBytesMax, attachmentsMax, textMax } from '../../wire/tickets.constants.ts';
import { deleteUploads, saveUpload } from '../attachments/attachments.ts';
import type { Support } from '../context.ts';
import { addMessage } from '../messages/add-message.ts';
import { findByMailId } from '../messages/message-store.ts';
import { addTicket } from '../tickets/manage-tickets.ts';
import { statusAt } from '../tickets/ticket-states.ts';
import { findTicketByNumber, lockTicket, type TicketRow } from '../tickets/ticket-store.ts';
import { transitionTicket } from '../tickets/transition-ticket.ts';
import type { Side } from '../tickets/visible-ticket.ts';
import { isSignedInbound } from './inbound-signature.ts';
import type { ParsedMail } from './read-mail.ts';
import { parseReplyAddress } from './reply-addresses.ts';

export type InboundResult = {
  outcome: (typeof inboundOutcomes)[number];
  ticket: string | null;
  message: string | null;
};

/** Throws `not_found` when inbound mail is not configured, and `signature_invalid`. */
export async function receiveMail(
  support: Support,
  raw: Uint8Array,
  signature: string | undefined,
): Promise<InboundResult> {
  const { config, clock, log } = support.kernel;
  const secret = config.INBOUND_MAIL_SECRET;
  if (!secret) throw apiError(commonErrors.notFound);
  if (!isSignedInbound(secret, raw, signature, clock.now())) throw apiError(inboundSignatureWrong);
  const mail = await support.readMail(raw);
  const received = mail ? await processMail(support, mail) : ignored('unreadable');
  log.info({ outcome: received.outcome, ticket: received.ticket }, 'inbound mail');
  return received;
}

const ignored = (outcome: InboundResult['outcome']): InboundResult => ({
  outcome,
  ticket: null,
  message: null,
});

async function processMail(support: Support, mail: ParsedMail): Promise<InboundResult> {
  const reported = await support.kernel.mail.bounces.receive(mail);
  if (reported) return ignored(reported);
  if (mail.isAutomatic) return ignored('auto_reply');
  const sender = await support.kernel.work.read((db) => findSender(support, db, mail));
  if (typeof sender === 'string') return ignored(sender);
  const { work } = support.kernel;
  const existing = await work.read((db) => findByMailId(db, mail.mailId));
  if (existing) return { outcome: 'duplicate', ticket: existing.ticket_id, message: existing.id };
  if (mail.text === '' && mail.files.length === 0) return ignored('empty');
  const { ids, refused } = await saveFiles(support, sender, mail.files);
  const text = toMessageText(mail.text, refused);
  try {
    return await work.write((tx) =>
      createMessageFromMail(support, tx, { ...sender, mail, text, ids }),
    );
  } catch (error) {
    if (isThrottled(error)) return ignored('too_many_tickets');
    throw error;
  } finally {
    // Only unused files are deleted: a repeated delivery brings them again.
    await deleteUploads(support, ids);
  }
}

const isThrottled = (error: unknown): boolean =>
  error instanceof ApiError && error.declaration === commonErrors.throttled;

type Sender = { accountId: number; side: Side; ticketId: string };

async function findSender(
  support: Support,
  db: Db,
  { recipients, from }: ParsedMail,
): Promise<Sender | 'unknown_address' | 'foreign_sender'> {
  const addressed = recipients
    .map((address) => parseReplyAddress(support, address))
    .find((found) => found !== null);
  const ticket = addressed && (await findTicketByNumber(db, addressed.number));
  const account = addressed && (await findAccount(db, addressed.accountId));
  if (!ticket || !account || account.status === 'deleted') return 'unknown_address';
  // Everyone who got a copy of our e-mail knows its reply address.
  if (from !== account.email) return 'foreign_sender';
  const accountId = account.id;
  if (accountId === ticket.account_id) return { accountId, side: 'customer', ticketId: ticket.id };
  const team = await listPeopleByRole(db, ['support']);
  if (!team.some(({ id }) => id === accountId)) return 'foreign_sender';
  return { accountId, side: 'staff', ticketId: ticket.id };
}

/** Files that are refused, too large or beyond the fifth are only listed by name. */
async function saveFiles(support: Support, sender: Sender, files: ParsedMail['files']) {
  const ids: string[] = [];
  const refused: string[] = [];
  for (const { name, bytes } of files) {
    const isAccepted = ids.length < attachmentsMax && bytes.length <= attachmentBytesMax;
    const saved = isAccepted
      ? await saveUpload(support, sender, { bytes, name }).catch(ifRefused)
      : null;
    if (saved) ids.push(saved.id);
    else refused.push(name || 'a file without a name');
  }
  return { ids, refused };
}

function ifRefused(error: unknown): null {
  if (error instanceof InvalidInput) return null;
  throw error;
}

function toMessageText(typed: string, refused: readonly string[]): string {
  const footnote = refused.length > 0 ? `Not attached: ${refused.join(', ')}.`.slice(0, 1000) : '';
  const room = textMax - footnote.length - 20;
  const text = typed.length > room ? `${typed.slice(0, room).toWellFormed()} [truncated]` : typed;
  return [text, footnote].filter(Boolean).join('\n\n') || 'See the attached files.';
}

type MailMessage = Sender & { mail: ParsedMail; text: string; ids: readonly string[] };

async function createMessageFromMail(
  support: Support,
  tx: Tx,
  { accountId, side, ticketId, mail, text, ids }: MailMessage,
): Promise<InboundResult> {
  const ticket = await lockTicket(tx, ticketId);
  if (!ticket) return ignored('unknown_address');
  const existing = await findByMailId(tx, mail.mailId);
  if (existing) return { outcome: 'duplicate', ticket: existing.ticket_id, message: existing.id };
  const isClosed = statusAt(ticket, support.kernel.clock.now()) === 'closed';
  const target = isClosed ? await reopenTicket(support, tx, ticket, { accountId, side }) : ticket;
  const added = await addMessage(support, tx, target, {
    accountId,
    side,
    text,
    attachments: ids,
    via: 'mail',
    mailId: mail.mailId,
  });
  return {
    outcome: target.id === ticket.id ? 'message' : 'new_ticket',
    ticket: target.id,
    message: added.message.id,
  };
}

/** A customer's e-mail opens a new ticket that follows the closed one; staff reopen the ticket. */
async function reopenTicket(
  support: Support,
  tx: Tx,
  ticket: TicketRow,
  { accountId, side }: { accountId: number; side: Side },
): Promise<TicketRow> {
  if (side === 'staff') {
    const ticketActor = { by: side, accountId };
    return (await transitionTicket(support, tx, ticket, 'staff_takes_back', ticketActor)) ?? ticket;
  }
  return addTicket(support, tx, accountId, {
    subject: ticket.subject,
    category: ticket.category,
    priority: 'normal',
    follows: ticket.id,
  });
}
