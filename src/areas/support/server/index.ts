// What app.ts and staff may use of support.
import { unansweredMessages } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { moveTicket } from './move-ticket.ts';
import { makeSupport, type Support, type SupportPorts } from './support.ts';
import * as store from './ticket-store.ts';

export { supportJobs } from './jobs.ts';
export { listTickets } from './list-tickets.ts';
export { listMessages } from './messages.ts';
export { supportRoutes } from './routes.ts';
export { seedSupport } from './seed.ts';
export type { Support } from './support.ts';

export function openSupport(kernel: Kernel, { related, summaries }: SupportPorts): Support {
  const count = (accountId: number) => kernel.work.replica((db) => store.countOf(db, accountId));
  summaries.add(unansweredMessages, async (accountId) => (await count(accountId)).unread);
  summaries.add('support', async (accountId) => {
    const { open, unread } = await count(accountId);
    return { open_tickets: open, unanswered_messages_count: unread };
  });
  return makeSupport(kernel, related);
}

/** Tickets that wait for support, by age: for the staff's overview. */
export const countWaitingTickets = ({ kernel }: Support, db: Db) =>
  store.countWaiting(db, kernel.clock.now());

/** Handles `account.deleted`: nobody is left to answer. */
export const closeTicketsOfAccount =
  (support: Support) =>
  async (tx: Tx, { accountId }: { accountId: number }): Promise<void> => {
    for (const id of await store.listOpenOf(tx, accountId)) {
      const ticket = await store.lockTicket(tx, id);
      const mover = { by: 'customer', accountId } as const;
      if (ticket) await moveTicket(support, tx, ticket, 'user_closes', mover);
    }
  };
