// What app.ts and staff may use of support.
import { unansweredMessages } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { dayMs } from '#lib/durations.ts';
import { createSupportContext, type Support, type SupportPorts } from './context.ts';
import * as ticketStore from './tickets/ticket-store.ts';
import { transitionTicket } from './tickets/transition-ticket.ts';
import * as waitingStore from './tickets/waiting-store.ts';

export { ticketCategoryLabels, ticketPriorityLabels } from '../wire/tickets.constants.ts';
export { listAttachmentKeys } from './attachments/attachment-store.ts';
export type { Support } from './context.ts';
export { describeMail } from './inbound/describe-mail.ts';
export { createMailboxReader } from './inbound/mailbox/mailbox-reader.ts';
export { listMailKeys } from './inbound/received-mail-store.ts';
export { supportJobs } from './jobs.ts';
export { listMessages } from './messages/messages.ts';
export { supportRoutes } from './routes.ts';
export { seedSupport } from './seed.ts';
export { listOpenTickets, listTickets, searchTickets } from './tickets/list-tickets.ts';

export function createSupport(kernel: Kernel, { summaries, ...ports }: SupportPorts): Support {
  const support = createSupportContext(kernel, ports);
  summaries.add(unansweredMessages, async (accountId) =>
    support.unreadCounts.find(String(accountId)),
  );
  summaries.add('support', async (accountId) => {
    const { open, unread } = await kernel.work.replica((db) =>
      ticketStore.countTickets(db, accountId),
    );
    return { open_tickets: open, unanswered_messages_count: unread };
  });
  return support;
}

/** Tickets that wait for support, by age, for the staff overview. */
export const countWaitingTickets = ({ kernel }: Support, db: Db) =>
  waitingStore.countWaitingTickets(db, kernel.clock.now());

/** First answers of priority support in the last 30 days. */
export const countPriorityAnswers = ({ kernel }: Support, db: Db) =>
  waitingStore.countPriorityAnswers(db, new Date(kernel.clock.now().getTime() - 30 * dayMs));

/** Handles `account.deleted`. */
export const closeTicketsOfAccount =
  (support: Support) =>
  async (tx: Tx, { accountId }: { accountId: number }): Promise<void> => {
    for (const id of await ticketStore.listOpenTickets(tx, accountId)) {
      const ticket = await ticketStore.lockTicket(tx, id);
      const ticketActor = { by: 'customer', accountId } as const;
      if (ticket) await transitionTicket(support, tx, ticket, 'user_closes', ticketActor);
    }
  };
