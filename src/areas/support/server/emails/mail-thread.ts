// What makes mailboxes show the mails of a ticket as one conversation.
import type { Tx } from '#kernel/database/database.ts';
import { findLastMailId } from '../message-store.ts';
import type { Support } from '../support.ts';
import type { TicketRow } from '../ticket-store.ts';

/** No mail has this id; all mails of the ticket name it. */
export const threadRoot = ({ kernel }: Support, ticketId: string): string =>
  `<ticket.${ticketId}@${new URL(kernel.config.SITE_URL).hostname}>`;

/** The subject stays the same for the whole conversation, or mailboxes tear it apart. */
export const subjectOf = ({ number, subject, mail_subject }: TicketRow): string =>
  `[#${number}] ${mail_subject ?? subject}`;

/** The root, and the last mail that the reader sent us, which this one answers. */
export async function threadOf(
  support: Support,
  tx: Tx,
  ticket: TicketRow,
  reader: 'customer' | 'staff',
): Promise<string[]> {
  const last = await findLastMailId(tx, ticket.id, reader === 'staff');
  const root = threadRoot(support, ticket.id);
  return last ? [root, last] : [root];
}
