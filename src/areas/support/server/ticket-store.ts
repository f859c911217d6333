import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Ticket, TicketEvent } from '#kernel/database/schema.d.ts';
import { countMany, countRows, takePage } from '#kernel/http/pages.ts';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';
import type { ticketEventKinds } from '../ticket-schema.ts';
import {
  type RelatedType,
  type TicketCategory,
  type TicketPriority,
  type TicketStatus,
  ticketPriorities,
} from '../ticket-words.ts';
import { hasWords, type Search, searchAll } from './ticket-search-store.ts';
import { latestOpenings, longWaiting } from './ticket-states.ts';

export type TicketRow = Omit<Selectable<Ticket>, 'words'> & {
  status: TicketStatus;
  category: TicketCategory;
  priority: TicketPriority;
  related_type: RelatedType | null;
};
export type TicketEventRow = Selectable<TicketEvent> & {
  kind: (typeof ticketEventKinds)[number];
  actor: 'customer' | 'staff' | 'clock';
};

export type TicketFilter = {
  accountId?: number | undefined;
  /** `none` for tickets of nobody. */
  assignedTo?: number | 'none' | undefined;
  statuses?: readonly TicketStatus[] | undefined;
  priority?: TicketPriority | undefined;
  category?: TicketCategory | undefined;
  hasUnanswered?: boolean | undefined;
  /** Without a first answer that was due before. */
  overdueBefore?: Date | undefined;
  /** Neither resolved nor closed, which was due before. */
  unresolvedBefore?: Date | undefined;
  /** Waiting for support since before. */
  waitingBefore?: Date | undefined;
  search?: string | undefined;
  ordering?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  isStaff: boolean;
};

const unresolved = ['open', 'waiting_for_admin', 'waiting_for_user'] as const;

/** As the column counts them; the words have no index. */
const rankOf = (priority: TicketPriority): number => ticketPriorities.indexOf(priority) + 1;

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

const byId = (db: Db, id: string) =>
  db.selectFrom('ticket').selectAll().where('id', '=', id).where('deleted_at', 'is', null);

export const findTicket = (db: Db, id: string): Promise<TicketRow | undefined> =>
  byId(db, id).executeTakeFirst() as Promise<TicketRow | undefined>;

/** Nobody else changes the ticket or its messages until the transaction ends. */
export const lockTicket = (tx: Tx, id: string): Promise<TicketRow | undefined> =>
  byId(tx, id).forUpdate().executeTakeFirst() as Promise<TicketRow | undefined>;

export const findTicketByNumber = (db: Db, number: number): Promise<TicketRow | undefined> =>
  db
    .selectFrom('ticket')
    .selectAll()
    .where('number', '=', number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst() as Promise<TicketRow | undefined>;

export const updateTicket = (tx: Tx, id: string, values: Updateable<Ticket>): Promise<TicketRow> =>
  tx
    .updateTable('ticket')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<TicketRow>;

/** Tickets of one customer are opened one after another, so that their number a day holds. */
export async function lockCustomer(tx: Tx, accountId: number): Promise<void> {
  const key = `support:customer:${accountId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/** The moments at which a customer's tickets since a time were opened, the oldest first. */
export async function listOpenings(db: Db, accountId: number, since: Date): Promise<Date[]> {
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
  const search = await searchFor(db, filter);
  const query = matchTickets(db, filter, search);
  const order = readOrdering(filter.ordering, orderable, '-updated_at');
  const rows = await takePage(query.selectAll(), order, page).orderBy('id', 'desc').execute();
  const total = await (search?.isMany ? countMany(db, query) : countRows(db, query));
  return { rows: rows as TicketRow[], total };
}

/** Newest first, after `last`. */
export async function readTickets(
  db: Db,
  filter: TicketFilter,
  { last, count }: { last: TicketRow | undefined; count: number },
): Promise<TicketRow[]> {
  const rows = await matchTickets(db, filter, await searchFor(db, filter))
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

async function searchFor(db: Db, { search, isStaff }: TicketFilter): Promise<Search | null> {
  const words = search?.trim();
  if (!words) return null;
  if (isStaff) return searchAll(db, words);
  return { condition: hasWords(words, { seesNotes: false }), isMany: false };
}

function matchTickets(db: Db, filter: TicketFilter, search: Search | null) {
  let query = db.selectFrom('ticket').where('deleted_at', 'is', null);
  if (filter.accountId !== undefined) query = query.where('account_id', '=', filter.accountId);
  if (filter.assignedTo === 'none') query = query.where('assigned_to', 'is', null);
  else if (filter.assignedTo !== undefined)
    query = query.where('assigned_to', '=', filter.assignedTo);
  // In the statement itself: how many wait and how many are closed decides which index is read.
  if (filter.statuses) query = query.where('status', 'in', filter.statuses.map(sql.lit));
  if (filter.priority) query = query.where('priority_rank', '=', sql.lit(rankOf(filter.priority)));
  if (filter.category) query = query.where('category', '=', sql.lit(filter.category));
  if (filter.hasUnanswered !== undefined)
    query = query.where(
      filter.isStaff ? 'staff_unanswered' : 'customer_unread',
      filter.hasUnanswered ? '>' : '=',
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
          latestOpenings(filter.unresolvedBefore!).map(([priority, openedBefore]) =>
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
  if (filter.createdAfter) query = query.where('created_at', '>=', new Date(filter.createdAfter));
  if (filter.createdBefore) query = query.where('created_at', '<', new Date(filter.createdBefore));
  return search ? query.where(search.condition) : query;
}

export async function addEvent(tx: Tx, event: Insertable<TicketEvent>): Promise<void> {
  await tx.insertInto('ticket_event').values(event).execute();
}

const eventsMax = 500;

/** The newest ones, the oldest of them first. */
export async function listEvents(db: Db, ticketId: string): Promise<TicketEventRow[]> {
  const rows = await db
    .selectFrom('ticket_event')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(eventsMax)
    .execute();
  return rows.toReversed() as TicketEventRow[];
}

export async function listNumbers(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const query = db.selectFrom('ticket').select(['id', 'number']).where('id', 'in', ids);
  return new Map((await query.execute()).map(({ id, number }) => [id, number]));
}

export async function listToClose(db: Db, before: Date, limit: number): Promise<string[]> {
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

export async function listOpenOf(db: Db, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('ticket')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', '!=', 'closed')
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countOf(db: Db, accountId: number) {
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

/** Tickets that wait for support, and how many of them for long. */
export async function countWaiting(db: Db, now: Date) {
  const isOver = sql`waiting_since <= ${longWaiting(now)}`;
  const row = await db
    .selectFrom('ticket')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('all'),
      sql<bigint>`count(*) filter (where assigned_to is null)`.as('unassigned'),
      sql<bigint>`count(*) filter (where first_response_at is null
        and first_response_due_at < ${now})`.as('overdue'),
      sql<bigint>`count(*) filter (where not ${isOver})`.as('under_24_hours'),
      sql<bigint>`count(*) filter (where ${isOver})`.as('over_24_hours'),
    ])
    .where('status', '=', 'waiting_for_admin')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Object.fromEntries(
    Object.entries(row).map(([name, count]) => [name, Number(count)]),
  ) as Record<keyof typeof row, number>;
}
