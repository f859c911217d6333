// What makes mail clients show the e-mails of a ticket as one thread.
import type { Tx } from '#kernel/database/database.ts';
import type { Support } from '../context.ts';
import { findLastMailId } from '../messages/message-store.ts';
import type { TicketRow } from '../tickets/ticket-store.ts';

/** The id of no actual e-mail; all e-mails of the ticket reference it. */
export const threadRootId = ({ kernel }: Support, ticketId: string): string =>
  `<ticket.${ticketId}@${new URL(kernel.config.SITE_URL).hostname}>`;

/** The subject of a thread never changes, or mail clients split it. */
export const emailSubject = ({ number, subject, mail_subject }: TicketRow): string =>
  `[#${number}] ${mail_subject ?? subject}`;

/** The root, and the last e-mail that the reader sent us, which this one answers. */
export async function emailThread(
  support: Support,
  tx: Tx,
  ticket: TicketRow,
  reader: 'customer' | 'staff',
): Promise<string[]> {
  const last = await findLastMailId(tx, ticket.id, reader === 'staff');
  const root = threadRootId(support, ticket.id);
  return last ? [root, last] : [root];
}
