// Mail to a reply address becomes a message, once, from the person that the address is for.
import { findAccount, listPeopleByRole } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { ApiError, apiError, InvalidInput } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { type inboundOutcomes, inboundSignatureWrong } from '../contract.ts';
import { attachmentBytesMax, attachmentsMax, textMax } from '../ticket-words.ts';
import type { Side } from './access.ts';
import { addMessage } from './add-message.ts';
import { dropUploads, keepUpload } from './attachments.ts';
import { isSignedInbound } from './inbound-signature.ts';
import { insertTicket } from './manage-tickets.ts';
import { findByMailId } from './message-store.ts';
import { moveTicket } from './move-ticket.ts';
import type { ReadMail } from './read-mail.ts';
import { readReplyAddress } from './reply-addresses.ts';
import type { Support } from './support.ts';
import { statusAt } from './ticket-states.ts';
import * as store from './ticket-store.ts';

export type Received = {
  outcome: (typeof inboundOutcomes)[number];
  ticket: string | null;
  message: string | null;
};

/** Throws `not_found` where mail is not taken in, and `signature_invalid`. */
export async function receiveMail(
  support: Support,
  raw: Uint8Array,
  signature: string | undefined,
): Promise<Received> {
  const { config, clock, log } = support.kernel;
  const secret = config.INBOUND_MAIL_SECRET;
  if (!secret) throw apiError(commonErrors.notFound);
  if (!isSignedInbound(secret, raw, signature, clock.now())) throw apiError(inboundSignatureWrong);
  const mail = await support.readMail(raw);
  const received = mail ? await takeMail(support, mail) : ignored('unreadable');
  log.info({ outcome: received.outcome, ticket: received.ticket }, 'a mail came in');
  return received;
}

const ignored = (outcome: Received['outcome']): Received => ({
  outcome,
  ticket: null,
  message: null,
});

async function takeMail(support: Support, mail: ReadMail): Promise<Received> {
  if (mail.isAutomatic) return ignored('auto_reply');
  const sender = await support.kernel.work.read((db) => findSender(support, db, mail));
  if (typeof sender === 'string') return ignored(sender);
  const { work } = support.kernel;
  const known = await work.read((db) => findByMailId(db, mail.mailId));
  if (known) return { outcome: 'duplicate', ticket: known.ticket_id, message: known.id };
  if (mail.text === '' && mail.files.length === 0) return ignored('empty');
  const { ids, refused } = await keepFiles(support, sender, mail.files);
  const text = wordsOf(mail.text, refused);
  try {
    return await work.write((tx) => writeMail(support, tx, { ...sender, mail, text, ids }));
  } catch (error) {
    if (isThrottled(error)) return ignored('too_many_tickets');
    throw error;
  } finally {
    // A mail that comes again brings its files again.
    await dropUploads(support, ids);
  }
}

const isThrottled = (error: unknown): boolean =>
  error instanceof ApiError && error.declaration === commonErrors.throttled;

type Sender = { accountId: number; side: Side; ticketId: string };

async function findSender(
  support: Support,
  db: Db,
  { recipients, from }: ReadMail,
): Promise<Sender | 'unknown_address' | 'foreign_sender'> {
  const addressed = recipients
    .map((address) => readReplyAddress(support, address))
    .find((found) => found !== null);
  const ticket = addressed && (await store.findTicketByNumber(db, addressed.number));
  const account = addressed && (await findAccount(db, addressed.accountId));
  if (!ticket || !account || account.status === 'deleted') return 'unknown_address';
  // Whoever was sent a copy of our mail holds its address too.
  if (from !== account.email) return 'foreign_sender';
  const accountId = account.id;
  if (accountId === ticket.account_id) return { accountId, side: 'customer', ticketId: ticket.id };
  const team = await listPeopleByRole(db, ['support']);
  if (!team.some(({ id }) => id === accountId)) return 'foreign_sender';
  return { accountId, side: 'staff', ticketId: ticket.id };
}

/** Files that are refused, too large ones and the sixth are named instead. */
async function keepFiles(support: Support, sender: Sender, files: ReadMail['files']) {
  const ids: string[] = [];
  const refused: string[] = [];
  for (const { name, bytes } of files) {
    const isTaken = ids.length < attachmentsMax && bytes.length <= attachmentBytesMax;
    const kept = isTaken
      ? await keepUpload(support, sender, { bytes, name }).catch(ifRefused)
      : null;
    if (kept) ids.push(kept.id);
    else refused.push(name || 'a file without a name');
  }
  return { ids, refused };
}

function ifRefused(error: unknown): null {
  if (error instanceof InvalidInput) return null;
  throw error;
}

function wordsOf(typed: string, refused: readonly string[]): string {
  const note = refused.length > 0 ? `Not attached: ${refused.join(', ')}.`.slice(0, 1000) : '';
  const room = textMax - note.length - 20;
  const cut = typed.length > room ? `${typed.slice(0, room).toWellFormed()} [cut]` : typed;
  return [cut, note].filter(Boolean).join('\n\n') || 'See the attached files.';
}

type Written = Sender & { mail: ReadMail; text: string; ids: readonly string[] };

async function writeMail(
  support: Support,
  tx: Tx,
  { accountId, side, ticketId, mail, text, ids }: Written,
): Promise<Received> {
  const ticket = await store.lockTicket(tx, ticketId);
  if (!ticket) return ignored('unknown_address');
  const known = await findByMailId(tx, mail.mailId);
  if (known) return { outcome: 'duplicate', ticket: known.ticket_id, message: known.id };
  const isClosed = statusAt(ticket, support.kernel.clock.now()) === 'closed';
  const target = isClosed ? await openAgain(support, tx, ticket, { accountId, side }) : ticket;
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

/** A customer's mail goes on in a new ticket that names the closed one; staff open it again. */
async function openAgain(
  support: Support,
  tx: Tx,
  ticket: store.TicketRow,
  { accountId, side }: { accountId: number; side: Side },
): Promise<store.TicketRow> {
  if (side === 'staff') {
    const mover = { by: side, accountId };
    return (await moveTicket(support, tx, ticket, 'staff_takes_back', mover)) ?? ticket;
  }
  return insertTicket(support, tx, accountId, {
    subject: ticket.subject,
    category: ticket.category,
    priority: 'normal',
    follows: ticket.id,
  });
}
