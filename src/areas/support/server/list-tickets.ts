import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Db } from '#kernel/database/database.ts';
import { csvStream, everyRow } from '#kernel/http/csv-answer.ts';
import type { Actor } from '#kernel/ports.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { listTickets as listContract, TicketWire } from '../contract.ts';
import { isSupport } from './access.ts';
import type { Support } from './support.ts';
import { longWaiting } from './ticket-states.ts';
import * as store from './ticket-store.ts';
import { showTickets } from './wire.ts';

type ListQuery = z.output<(typeof listContract)['query']>;

/** Of the list as a file; customers' files leave the columns of staff empty. */
const fileColumns = [
  'number',
  'uuid',
  'subject',
  'status',
  'priority',
  'category',
  'user_email',
  'user_name',
  'assigned_to_name',
  'messages_count',
  'created_at',
  'updated_at',
  'first_response_due_at',
  'first_response_at',
  'resolve_due_at',
  'resolved_at',
  'closed_at',
  'rating',
  'rating_comment',
] as const satisfies readonly (keyof TicketWire)[];

/** Is read while it is sent, a unit for each batch. */
export function ticketsToCsv(support: Support, actor: Actor, query: ListQuery): Readable {
  const { work } = support.kernel;
  const filter = filterOf(support, actor, query);
  return csvStream(
    fileColumns,
    everyRow<store.TicketRow, TicketWire>(
      (last, count) => work.replica((db) => store.readTickets(db, filter, { last, count })),
      (rows) => work.replica((db) => showTickets(support, db, rows, sideOf(filter))),
    ),
  );
}

export async function listTickets(
  support: Support,
  db: Db,
  actor: Actor,
  query: ListQuery,
  page: PageRequest,
) {
  const filter = filterOf(support, actor, query);
  const { rows, total } = await store.listTickets(db, filter, page);
  return { results: await showTickets(support, db, rows, sideOf(filter)), total };
}

const sideOf = ({ isStaff }: store.TicketFilter) => (isStaff ? 'staff' : 'customer');

/** Support sees every ticket and `user=me` its own ones; filters of staff are nothing to others. */
function filterOf({ kernel }: Support, actor: Actor, query: ListQuery): store.TicketFilter {
  const now = kernel.clock.now();
  const isStaff = isSupport(actor) && query.user !== 'me';
  const mine = (value: number | 'me' | 'none' | undefined) =>
    value === 'me' ? actor.accountId : value;
  const scope = isStaff
    ? {
        accountId: query.user === 'me' ? undefined : query.user,
        assignedTo: mine(query.assigned_to),
        overdueBefore: query.overdue === true ? now : undefined,
        unresolvedBefore: query.overdue === 'resolution' ? now : undefined,
        waitingBefore: query.overdue === 'day' ? longWaiting(now) : undefined,
      }
    : { accountId: actor.accountId };
  return {
    ...scope,
    isStaff,
    statuses: query.status,
    priority: query.priority,
    category: query.category,
    hasUnanswered: query.has_unanswered,
    search: query.search,
    ordering: query.ordering,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
  };
}
