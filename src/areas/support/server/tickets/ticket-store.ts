import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Ticket, TicketEvent } from '#kernel/database/schema.d.ts';
import { countApproximately, countRows, paginate } from '#kernel/http/responses/pages.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';
import {
  type RelatedType,
  type TicketCategory,
  type TicketPriority,
  type TicketStatus,
  type ticketEventKinds,
  ticketPriorities,
} from '../../wire/tickets.constants.ts';
import type { TicketListQuery } from '../../wire/tickets.ts';
import { hasWords, searchAll, type TicketSearch } from './ticket-search-store.ts';
import { unresolvedThresholds } from './ticket-states.ts';

export type TicketRow = Omit<Selectable<Ticket>, 'search_vector'> & {
  status: TicketStatus;
  category: TicketCategory;
  priority: TicketPriority;
  related_type: RelatedType | null;
};
export type TicketEventRow = Selectable<TicketEvent> & {
  kind: (typeof ticketEventKinds)[number];
  actor: 'customer' | 'staff' | 'clock';
};

export type TicketFilter = Omit<TicketListQuery, 'user' | 'assigned_to' | 'overdue'> & {
  accountId?: number | undefined;
  /** `none` for unassigned tickets. */
  assignedTo?: number | 'none' | undefined;
  /** Without a first answer, which was due before then. */
  overdueBefore?: Date | undefined;
  /** Neither resolved nor closed, which was due before then. */
  unresolvedBefore?: Date | undefined;
  /** Waiting for support since before then. */
  waitingBefore?: Date | undefined;
  isStaff: boolean;
};

const unresolved = ['open', 'waiting_for_admin', 'waiting_for_user'] as const;

/** The value of the indexed column `priority_rank`. */
const toRank = (priority: TicketPriority): number => ticketPriorities.indexOf(priority) + 1;

const orderable = {
  updated_at: 'updated_at',
  created_at: 'created_at',
  priority: 'priority_rank',
  first_response_due_at: 'first_response_due_at',
} as const;

export const insertTicket = (tx: Tx, values: Insertable<Ticket>): Promise<TicketRow> =>
  tx
    .insertInto('ticket')
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<TicketRow>;

const selectById = (db: Db, id: string) =>
  db.selectFrom('ticket').selectAll().where('id', '=', id).where('deleted_at', 'is', null);

export const findTicket = (db: Db, id: string): Promise<TicketRow | undefined> =>
  selectById(db, id).executeTakeFirst() as Promise<TicketRow | undefined>;

/** Locks the ticket, and by convention its messages, until the transaction ends. */
export const lockTicket = (tx: Tx, id: string): Promise<TicketRow | undefined> =>
  selectById(tx, id).forUpdate().executeTakeFirst() as Promise<TicketRow | undefined>;

export const findTicketByNumber = (db: Db, number: number): Promise<TicketRow | undefined> =>
  db
    .selectFrom('ticket')
    .selectAll()
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst() as Promise<TicketRow | undefined>;

/** The newest of the tickets that follow one another, beginning with this one. */
export async function findLastFollower(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select id, created_at from ticket where follows = ${id} and deleted_at is null
      union
      select ticket.id, ticket.created_at
      from ticket join chain on ticket.follows = chain.id
      where ticket.deleted_at is null
    )
    select id from chain order by created_at desc, id desc limit 1
  `.execute(tx);
  return rows[0]?.id ?? null;
}

export const updateTicket = (tx: Tx, id: string, values: Updateable<Ticket>): Promise<TicketRow> =>
  tx
    .updateTable('ticket')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<TicketRow>;

/** Serializes what one customer creates, so that limits hold under concurrent calls. */
export async function lockCustomer(tx: Tx, accountId: number): Promise<void> {
  const key = `support:customer:${accountId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** When a customer's tickets since then were created, oldest first. */
export async function listCreatedTimes(db: Db, accountId: number, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('ticket')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute();
  return rows.map(({ created_at }) => created_at);
}

export async function listTickets(db: Db, filter: TicketFilter, page: PageRequest) {
  const search = await findSearch(db, filter);
  const query = matchTickets(db, filter, search);
  // The index is one of this expression.
  const goesFirst = sql`(has_priority_support and status = 'waiting_for_admin')`;
  const isByTurn = filter.isStaff && filter.ordering === undefined;
  const order = readOrdering(filter.ordering, orderable, '-updated_at');
  const rows = await paginate(
    query.selectAll().$if(isByTurn, (staffs) => staffs.orderBy(goesFirst, 'desc')),
    order,
    page,
  )
    .orderBy('id', 'desc')
    .execute();
  const total = await (search?.isMany ? countApproximately(db, query) : countRows(db, query));
  return { rows: rows as TicketRow[], total };
}

/** Newest first, after `last`. */
export async function listTicketsAfter(
  db: Db,
  filter: TicketFilter,
  { last, count }: { last: TicketRow | undefined; count: number },
): Promise<TicketRow[]> {
  const rows = await matchTickets(db, filter, await findSearch(db, filter))
    .selectAll()
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${last?.created_at}, ${last?.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows as TicketRow[];
}

async function findSearch(db: Db, { search, isStaff }: TicketFilter): Promise<TicketSearch | null> {
  const words = search?.trim();
  if (!words) return null;
  if (isStaff) return searchAll(db, words);
  return { condition: hasWords(words, { includesNotes: false }), isMany: false };
}

function matchTickets(db: Db, filter: TicketFilter, search: TicketSearch | null) {
  let query = db.selectFrom('ticket').where('deleted_at', 'is', null);
  if (filter.accountId !== undefined) query = query.where('account_id', '=', filter.accountId);
  if (filter.assignedTo === 'none') query = query.where('assigned_to', 'is', null);
  else if (filter.assignedTo !== undefined)
    query = query.where('assigned_to', '=', filter.assignedTo);
  // Literals: the planner chooses the index by how common a status is.
  if (filter.status) query = query.where('status', 'in', filter.status.map(sql.lit));
  if (filter.priority) query = query.where('priority_rank', '=', sql.lit(toRank(filter.priority)));
  if (filter.category) query = query.where('category', '=', sql.lit(filter.category));
  if (filter.has_unanswered !== undefined)
    query = query.where(
      filter.isStaff ? 'staff_unanswered' : 'customer_unread',
      filter.has_unanswered ? '>' : '=',
      sql.lit(0),
    );
  if (filter.overdueBefore)
    query = query
      .where('first_response_at', 'is', null)
      .where('status', '=', 'waiting_for_admin')
      .where('first_response_due_at', '<', filter.overdueBefore);
  if (filter.unresolvedBefore)
    query = query
      .where('status', 'in', unresolved.map(sql.lit))
      .where((eb) =>
        eb.or(
          unresolvedThresholds(filter.unresolvedBefore!).map(([priority, openedBefore]) =>
            eb.and([
              eb('priority', '=', priority),
              eb(eb.fn.coalesce('reopened_at', 'created_at'), '<', openedBefore),
            ]),
          ),
        ),
      );
  if (filter.waitingBefore)
    query = query
      .where('status', '=', 'waiting_for_admin')
      .where('waiting_since', '<=', filter.waitingBefore);
  if (filter.created_after) query = query.where('created_at', '>=', new Date(filter.created_after));
  if (filter.created_before)
    query = query.where('created_at', '<', new Date(filter.created_before));
  return search ? query.where(search.condition) : query;
}

export async function insertEvent(tx: Tx, event: Insertable<TicketEvent>): Promise<void> {
  await tx.insertInto('ticket_event').values(event).execute();
}

const eventsMax = 500;

/** The newest 500, oldest first. */
export async function listEvents(db: Db, ticketId: string): Promise<TicketEventRow[]> {
  const rows = await db
    .selectFrom('ticket_event')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(eventsMax)
    .execute();
  return rows.toReversed() as TicketEventRow[];
}

export async function listTicketNumbers(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const query = db.selectFrom('ticket').select(['id', 'number']).where('id', 'in', ids);
  return new Map((await query.execute()).map(({ id, number }) => [id, number]));
}

export async function listTicketsToClose(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('ticket')
    .select('id')
    .where('status', '=', 'resolved')
    .where('resolved_at', '<=', before)
    .where('deleted_at', 'is', null)
    .orderBy('resolved_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listOpenTickets(db: Db, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('ticket')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '!=', 'closed')
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countTickets(db: Db, accountId: number) {
  const row = await db
    .selectFrom('ticket')
    .select(({ fn }) => [
      sql<bigint>`count(*) filter (where status not in ('resolved', 'closed'))`.as('open'),
      fn.sum<bigint | null>('customer_unread').as('unread'),
    ])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { open: Number(row.open), unread: Number(row.unread ?? 0) };
}
