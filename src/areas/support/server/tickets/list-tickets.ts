import type { Readable } from 'node:stream';
import type { Db } from '#kernel/database/database.ts';
import { csvStream, streamRows } from '#kernel/http/responses/csv-response.ts';
import type { Actor } from '#kernel/ports.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { staffStatusLabels } from '../../wire/tickets.constants.ts';
import type { TicketListQuery, TicketWire } from '../../wire/tickets.ts';
import type { Support } from '../context.ts';
import { csvColumns, serializeTickets } from './serialize-tickets.ts';
import { findTickets } from './ticket-search-store.ts';
import { answerDueAt, longWaitingBefore } from './ticket-states.ts';
import * as ticketStore from './ticket-store.ts';
import { isSupport } from './visible-ticket.ts';
import { listWaitingTickets } from './waiting-store.ts';

/** Read while it is sent, one unit of work for each batch. */
export function ticketsToCsv(support: Support, actor: Actor, query: TicketListQuery): Readable {
  const { work } = support.kernel;
  const filter = toFilter(support, actor, query);
  return csvStream(
    csvColumns,
    streamRows<ticketStore.TicketRow, TicketWire>(
      (last, count) =>
        work.replica((db) => ticketStore.listTicketsAfter(db, filter, { last, count })),
      (rows) => work.replica((db) => serializeTickets(support, db, rows, sideFor(filter))),
    ),
  );
}

export async function listTickets(
  support: Support,
  db: Db,
  actor: Actor,
  query: TicketListQuery,
  page: PageRequest,
) {
  const filter = toFilter(support, actor, query);
  const { rows, total } = await ticketStore.listTickets(db, filter, page);
  return { rows: await serializeTickets(support, db, rows, sideFor(filter)), total };
}

/** By number, id or words of the subject, for staff. Permission is checked by the caller. */
export async function searchTickets(db: Db, search: string, count: number) {
  const rows = await findTickets(db, search, count);
  return rows.map((row) => ({ ...row, status_display: staffStatusLabels[row.status] }));
}

/** Tickets that wait for support, by when the next answer is due. */
export async function listOpenTickets(db: Db, count: number) {
  const kinds = [false, true].flatMap((isAnswered) =>
    [false, true].map((hasPrioritySupport) => ({ isAnswered, hasPrioritySupport })),
  );
  const lists = await Promise.all(kinds.map((kind) => listWaitingTickets(db, { ...kind, count })));
  return lists
    .flat()
    .map((row) => ({ ...row, answerDueAt: answerDueAt(row) }))
    .sort((a, b) => a.answerDueAt.getTime() - b.answerDueAt.getTime())
    .slice(0, count);
}

const sideFor = ({ isStaff }: ticketStore.TicketFilter) => (isStaff ? 'staff' : 'customer');

/** Support sees all tickets, and its own with `user=me`. Staff filters of customers are ignored. */
function toFilter(
  { kernel }: Support,
  actor: Actor,
  query: TicketListQuery,
): ticketStore.TicketFilter {
  const { user, assigned_to, overdue, ...filters } = query;
  const now = kernel.clock.now();
  const isStaff = isSupport(actor) && user !== 'me';
  const mine = (value: number | 'me' | 'none' | undefined) =>
    value === 'me' ? actor.accountId : value;
  const scope = isStaff
    ? {
        accountId: user,
        assignedTo: mine(assigned_to),
        overdueBefore: overdue === true ? now : undefined,
        unresolvedBefore: overdue === 'resolution' ? now : undefined,
        waitingBefore: overdue === 'day' ? longWaitingBefore(now) : undefined,
      }
    : { accountId: actor.accountId };
  return { ...filters, ...scope, isStaff };
}
