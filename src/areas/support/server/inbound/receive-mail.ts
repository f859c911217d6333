// Turns an e-mail to a reply address into a message, exactly once, from the owner of the address.
// What arrives at the envelope sender of a mail is a matter of the kernel.
import { createHash } from 'node:crypto';
import type { Tx } from '#kernel/database/database.ts';
import { ApiError, apiError } from '#kernel/http/errors.ts';
import { budgets } from '#lib/budgets.ts';
import { dayMs } from '#lib/durations.ts';
import { commonErrors } from '#lib/endpoint.ts';
import {
  type InboundOutcome,
  type UnattachedOutcome,
  unattachedOutcomes,
} from '../../wire/inbound-mail.constants.ts';
import { inboundSignatureWrong } from '../../wire/inbound-mail.ts';
import { deleteUploads } from '../attachments/attachments.ts';
import type { Support } from '../context.ts';
import { sendReceivedEmail } from '../emails/customer-emails.ts';
import { addMessage } from '../messages/add-message.ts';
import { findByMailId } from '../messages/message-store.ts';
import { addTicket } from '../tickets/manage-tickets.ts';
import { statusAt } from '../tickets/ticket-states.ts';
import {
  findLastFollower,
  lockCustomer,
  lockTicket,
  type TicketRow,
} from '../tickets/ticket-store.ts';
import { transitionTicket } from '../tickets/transition-ticket.ts';
import type { Side } from '../tickets/visible-ticket.ts';
import { findSender, type Sender } from './find-sender.ts';
import { namePictures } from './fold-rich-text.ts';
import { isSignedInbound } from './inbound-signature.ts';
import { isNoticed, sendMailNotice } from './mail-notice.ts';
import type { ParsedMail } from './read-mail.ts';
import { readReply } from './read-reply.ts';
import { isLoop, receiveNote, stopLoop } from './receive-note.ts';
import { hasEarlierMail, isListed, sumBytes, updateReceivedMail } from './received-mail-store.ts';
import { saveFiles, toMessageText, toTicketSubject } from './save-files.ts';
import { discardMail, type StoredMail, storeMail } from './stored-mails.ts';
import { isSenderVerified } from './verified-sender.ts';

export type InboundResult = {
  outcome: InboundOutcome;
  ticket: string | null;
  message: string | null;
};

/** Throws `not_found` when inbound mail is not configured, and `signature_invalid`. */
export async function receiveMail(
  support: Support,
  raw: Uint8Array,
  signature: string | undefined,
): Promise<InboundResult> {
  const { config, clock } = support.kernel;
  const secret = config.INBOUND_MAIL_SECRET;
  if (!secret) throw apiError(commonErrors.notFound);
  if (!isSignedInbound(secret, raw, signature, clock.now())) throw apiError(inboundSignatureWrong);
  return takeMail(support, raw);
}

/**
 * Stores the mail, then decides what becomes of it. Without `isWhole`, only its headers arrived.
 */
export async function takeMail(
  support: Support,
  raw: Uint8Array,
  { isWhole = true } = {},
): Promise<InboundResult> {
  const { config, log, work } = support.kernel;
  const digest = createHash('sha256').update(raw).digest();
  if (await work.read((db) => isListed(db, digest))) {
    log.info({ outcome: 'duplicate' }, 'inbound mail');
    return { outcome: 'duplicate', ticket: null, message: null };
  }
  const stored = await storeMail(support, raw, digest);
  const mail = await support.readMail(raw);
  const id = config.INBOUND_AUTHSERV_ID;
  const isVerified = !id || (mail !== null && isSenderVerified(raw, mail.from, id));
  const { ticketId, ...received } = mail
    ? await processMail(support, mail, { isVerified, isWhole })
    : unattached('unreadable');
  log.info({ outcome: received.outcome, ticket: received.ticket }, 'inbound mail');
  if (isRecorded(received)) await recordMail(support, stored, mail, { ...received, ticketId });
  else await discardMail(support, stored);
  return received;
}

/** `ticketId` is that of a genuine reply address, whatever became of the mail. */
type Processed = InboundResult & { ticketId: string | null };

const unattached = (outcome: InboundOutcome, ticketId: string | null = null): Processed => ({
  outcome,
  ticket: null,
  message: null,
  ticketId,
});

/** Not what exists already, and not a report about a mail of ours. */
const isRecorded = ({ outcome, message }: InboundResult): boolean =>
  outcome !== 'duplicate' &&
  (message !== null || unattachedOutcomes.includes(outcome as UnattachedOutcome));

async function recordMail(
  support: Support,
  stored: StoredMail,
  mail: ParsedMail | null,
  { outcome, message, ticketId }: Processed,
): Promise<void> {
  const { work, clock } = support.kernel;
  const sender = mail?.from.slice(0, 320) ?? '';
  const subject = mail?.subject.slice(0, 500) ?? '';
  const since = new Date(clock.now().getTime() - dayMs);
  const isOverBudget = await work.write(async (tx) => {
    const isFirst = !(await hasEarlierMail(tx, { sender, outcome, since }));
    await updateReceivedMail(tx, stored.id, {
      outcome,
      sender,
      subject,
      ticket_id: ticketId,
      message_id: message,
    });
    if (isFirst && ticketId && sender && isNoticed(outcome))
      await sendMailNotice(support, tx, { outcome, to: sender, subject, ticketId });
    return (await sumBytes(tx, sender)) > budgets.storedMailBytesPerSender;
  });
  // One sender must not fill the disk that all others need.
  if (isOverBudget) await discardMail(support, stored);
}

async function processMail(
  support: Support,
  mail: ParsedMail,
  { isVerified, isWhole }: { isVerified: boolean; isWhole: boolean },
): Promise<Processed> {
  const { work } = support.kernel;
  const reported = await support.kernel.mail.bounces.receive(mail);
  if (reported) return unattached(reported);
  const found = await work.read((db) => findSender(support, db, mail));
  const ticketId = found.problem === null ? found.sender.ticketId : found.ticketId;
  if (found.problem === null && !isVerified) return unattached('unverified_sender', ticketId);
  if (mail.noteKind && isWhole) return receiveNote(support, mail, { found, kind: mail.noteKind });
  if (found.problem !== null)
    return unattached(ticketId && !isVerified ? 'unverified_sender' : found.problem, ticketId);
  if (!isWhole) return unattached('too_large', ticketId);
  const { sender } = found;
  const existing = await work.read((db) => findByMailId(db, { ...sender, mailId: mail.mailId }));
  if (existing)
    return { outcome: 'duplicate', ticket: existing.ticket_id, message: existing.id, ticketId };
  if (mail.isEncrypted) return unattached('encrypted', ticketId);
  const reply = await readReply(support, mail, sender);
  if (reply.text === '' && mail.files.length === 0) return unattached('empty', ticketId);
  const { ids, refused, pictures } = await saveFiles(support, sender, mail.files);
  const text = toMessageText(reply.text, refused);
  const html = reply.html && namePictures(reply.html, pictures);
  try {
    const subject = toTicketSubject(mail.subject);
    const message = {
      ...sender,
      subject,
      mailId: mail.mailId,
      text,
      html,
      quoted: reply.folded,
      ids,
    };
    const added = await work.write((tx) => createMessageFromMail(support, tx, message));
    return { ...added, ticketId: added.ticket ?? ticketId };
  } catch (error) {
    if (isThrottled(error)) return unattached('too_many_tickets', ticketId);
    throw error;
  } finally {
    // Only unused files are deleted: a repeated delivery brings them again.
    await deleteUploads(support, ids);
  }
}

const isThrottled = (error: unknown): boolean =>
  error instanceof ApiError && error.declaration === commonErrors.throttled;

type MailMessage = Sender & {
  subject: string;
  mailId: string;
  text: string;
  html: string | null;
  quoted: string;
  ids: readonly string[];
};

async function createMessageFromMail(
  support: Support,
  tx: Tx,
  { ticketId, ids, email: _, ...input }: MailMessage,
): Promise<InboundResult> {
  const ticket = ticketId === null ? null : await lockTicket(tx, ticketId);
  if (ticket === undefined) return unattached('unknown_address');
  if (!ticket) await lockCustomer(tx, input.accountId);
  const existing = await findByMailId(tx, input);
  if (existing) return { outcome: 'duplicate', ticket: existing.ticket_id, message: existing.id };
  const message = { ...input, attachments: ids, via: 'mail' } as const;
  if (ticket && (await isLoop(support, tx, ticket.id)))
    return stopLoop(support, tx, ticket, message);
  const target = await findTarget(support, tx, ticket, input);
  const added = await addMessage(support, tx, target.ticket, message);
  if (target.isNew) await sendReceivedEmail(support, tx, added.ticket);
  return {
    outcome: target.isNew ? 'new_ticket' : 'message',
    ticket: target.ticket.id,
    message: added.message.id,
  };
}

/**
 * The ticket itself, or a new one; of a closed one: staff reopen it, and a customer's mail goes to
 * the ticket that followed it last, or opens one that follows.
 */
async function findTarget(
  support: Support,
  tx: Tx,
  ticket: TicketRow | null,
  by: { accountId: number; side: Side; subject: string },
): Promise<{ ticket: TicketRow; isNew: boolean }> {
  const priority = 'normal';
  const { accountId, subject } = by;
  if (!ticket)
    return { ticket: await addTicket(support, tx, accountId, { subject, priority }), isNew: true };
  const isClosed = (one: TicketRow) => statusAt(one, support.kernel.clock.now()) === 'closed';
  if (!isClosed(ticket)) return { ticket, isNew: false };
  if (by.side === 'staff') {
    const actor = { by: by.side, accountId };
    const reopened = await transitionTicket(support, tx, ticket, 'staff_takes_back', actor);
    return { ticket: reopened ?? ticket, isNew: false };
  }
  const last = await findLastFollower(tx, ticket.id);
  const follower = last === null ? undefined : await lockTicket(tx, last);
  if (follower && !isClosed(follower)) return { ticket: follower, isNew: false };
  const created = await addTicket(support, tx, accountId, {
    subject: ticket.subject,
    category: ticket.category,
    priority,
    follows: follower?.id ?? ticket.id,
  });
  return { ticket: created, isNew: true };
}
