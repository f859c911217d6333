// Tells customers' programs about their tickets.
import type { Tx } from '#kernel/database/database.ts';
import { ticketClosedEvent, ticketRepliedEvent } from '../../wire/events.ts';
import type { Support } from '../context.ts';
import type { MessageRow } from '../messages/message-store.ts';
import { serializeTickets } from './serialize-tickets.ts';
import type { TicketRow } from './ticket-store.ts';

const serialize = async (support: Support, tx: Tx, row: TicketRow) =>
  (await serializeTickets(support, tx, [row], 'customer'))[0]!;

export const publishAnswer = (
  support: Support,
  tx: Tx,
  ticket: TicketRow,
  { id, body, created_at }: MessageRow,
): Promise<void> =>
  support.kernel.customerEvents.publish(tx, ticketRepliedEvent, {
    accountId: ticket.account_id,
    data: async () => ({
      ...(await serialize(support, tx, ticket)),
      message: { uuid: id, text: body, created_at: created_at.toISOString() },
    }),
  });

export const publishClosing = (support: Support, tx: Tx, ticket: TicketRow): Promise<void> =>
  support.kernel.customerEvents.publish(tx, ticketClosedEvent, {
    accountId: ticket.account_id,
    data: () => serialize(support, tx, ticket),
  });
