// Mails of machines in a conversation, and the end of a loop of machines that do not say so.
import type { Db, Tx } from '#kernel/database/database.ts';
import { minuteMs } from '#lib/durations.ts';
import type { InboundOutcome, MailNoteKind } from '../../wire/inbound-mail.constants.ts';
import { textMax } from '../../wire/tickets.constants.ts';
import type { Support } from '../context.ts';
import { addMailNote, type NewMessage } from '../messages/add-message.ts';
import { countMails, findByMailId } from '../messages/message-store.ts';
import { lockTicket, type TicketRow } from '../tickets/ticket-store.ts';
import type { FoundSender, Sender } from './find-sender.ts';
import type { ParsedMail } from './read-mail.ts';
import { readReply } from './read-reply.ts';

type ReceivedNote = {
  outcome: InboundOutcome;
  ticket: string | null;
  message: string | null;
  ticketId: string | null;
};

const mailsMax = 5;
const loopMinutes = 10;

const countLatest = ({ kernel }: Support, db: Db, ticketId: string) =>
  countMails(db, ticketId, new Date(kernel.clock.now().getTime() - loopMinutes * minuteMs));

/** Both sides have answered five times by mail in ten minutes, as no two people do. */
export const isLoop = async (support: Support, db: Db, ticketId: string): Promise<boolean> =>
  (await countLatest(support, db, ticketId)).messages >= mailsMax;

/** The mail is a note that is sent to nobody, so that the other machine has nothing to answer. */
export async function stopLoop(support: Support, tx: Tx, ticket: TicketRow, message: NewMessage) {
  const isInternal = message.side === 'staff';
  const note = { ...message, noteKind: 'stopped', isInternal } as const;
  const { id } = await addMailNote(support, tx, ticket, note);
  return { outcome: 'note', ticket: ticket.id, message: id } as const;
}

/**
 * Adds it to the conversation, up to five in ten minutes; others are listed for support. Customers
 * see those of their own mailbox.
 */
export async function receiveNote(
  support: Support,
  mail: ParsedMail,
  { found, kind }: { found: FoundSender; kind: MailNoteKind },
): Promise<ReceivedNote> {
  const sender = found.problem === null ? found.sender : null;
  const ticketId = sender?.ticketId ?? (found.problem === null ? null : found.ticketId);
  const refused = { outcome: 'auto_reply', ticket: null, message: null, ticketId } as const;
  if (!ticketId) return refused;
  const words = await readWords(support, mail, { sender, kind });
  return support.kernel.work.write(async (tx): Promise<ReceivedNote> => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) return refused;
    const { mailId } = mail;
    const accountId = sender?.accountId ?? ticket.account_id;
    const existing = await findByMailId(tx, { mailId, accountId });
    if (existing)
      return { outcome: 'duplicate', ticket: ticket.id, message: existing.id, ticketId };
    if ((await countLatest(support, tx, ticketId)).notes >= mailsMax) return refused;
    const message = await addMailNote(support, tx, ticket, {
      ...words,
      accountId,
      side: sender?.side ?? 'customer',
      isInternal: sender?.side !== 'customer',
      mailFrom: sender ? null : mail.from.slice(0, 320),
      noteKind: kind,
      mailId,
      via: 'mail',
      attachments: [],
    });
    return { outcome: 'note', ticket: ticket.id, message: message.id, ticketId };
  });
}

async function readWords(
  support: Support,
  mail: ParsedMail,
  { sender, kind }: { sender: Sender | null; kind: MailNoteKind },
): Promise<{ text: string; quoted: string; html: string | null }> {
  const reply = sender
    ? await readReply(support, mail, sender)
    : { text: mail.text, folded: '', html: null };
  const reason = kind === 'bounce' ? (mail.report?.words ?? '') : '';
  const text = [reason, reply.text].filter(Boolean).join('\n\n');
  const [emoji = ''] = text.split('\n', 1);
  return {
    text: (kind === 'reaction' ? emoji : text).slice(0, textMax).toWellFormed(),
    quoted: reply.folded,
    html: reason || kind === 'reaction' ? null : reply.html,
  };
}
