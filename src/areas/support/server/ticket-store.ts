import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { type PageRequest, readOrdering } from '#lib/pagination.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Ticket, TicketEvent } from '#server/database/schema.d.ts';
import { countMany, countRows, takePage } from '#server/http/pages.ts';
import type { ticketEventKinds } from '../ticket-schema.ts';
import type { RelatedType, TicketCategory, TicketPriority, TicketStatus } from '../ticket-words.ts';
import { hasWords, type Search, searchAll } from './ticket-search-store.ts';
import { latestOpenings } from './ticket-states.ts';

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
  search?: string | undefined;
  ordering?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  isStaff: boolean;
};

const unresolved = ['open', 'waiting_for_admin', 'waiting_for_user'] as const;

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
  if (filter.priority) query = query.where('priority', '=', filter.priority);
  if (filter.category) query = query.where('category', '=', filter.category);
  if (filter.hasUnanswered !== undefined)
    query = query.where(
      filter.isStaff ? 'staff_unanswered' : 'customer_unread',
      filter.hasUnanswered ? '>' : '=',
      0,
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
            eb.and([eb('priority', '=', priority), eb('created_at', '<', openedBefore)]),
          ),
        ),
      );
  if (filter.createdAfter) query = query.where('created_at', '>=', new Date(filter.createdAfter));
  if (filter.createdBefore) query = query.where('created_at', '<', new Date(filter.createdBefore));
  return search ? query.where(search.condition) : query;
}

export async function addEvent(tx: Tx, event: Insertable<TicketEvent>): Promise<void> {
  await tx.insertInto('ticket_event').values(event).execute();
}

export const listEvents = (db: Db, ticketId: string): Promise<TicketEventRow[]> =>
  db
    .selectFrom('ticket_event')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .orderBy('at')
    .orderBy('id')
    .limit(500)
    .execute() as Promise<TicketEventRow[]>;

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

/** Tickets that wait for support, by hours since the customer wrote. */
export async function countWaiting(db: Db, now: Date) {
  const hours = (count: number) => new Date(now.getTime() - count * 3_600_000);
  const since = (from: number, to: number) =>
    sql<bigint>`count(*) filter (where last_message_at <= ${hours(from)}
      and last_message_at > ${hours(to)})`;
  const row = await db
    .selectFrom('ticket')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('all'),
      sql<bigint>`count(*) filter (where assigned_to is null)`.as('unassigned'),
      sql<bigint>`count(*) filter (where first_response_at is null
        and first_response_due_at < ${now})`.as('overdue'),
      since(-1, 4).as('under_4_hours'),
      since(4, 24).as('under_24_hours'),
      since(24, 1_000_000).as('over_24_hours'),
    ])
    .where('status', '=', 'waiting_for_admin')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Object.fromEntries(
    Object.entries(row).map(([name, count]) => [name, Number(count)]),
  ) as Record<keyof typeof row, number>;
}

/** Now, or just after the newest message: their order must hold whatever the clock does. */
export async function nextMoment(tx: Tx, ticketId: string, now: Date): Promise<Date> {
  const row = await tx
    .selectFrom('ticket_message')
    .select(({ fn }) => fn.max('created_at').as('last'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return new Date(Math.max(now.getTime(), (row.last?.getTime() ?? 0) + 1));
}

/** Reads what the ticket says of its messages from the messages. Internal notes count for none. */
export const refreshTicket = async (tx: Tx, id: string, now: Date): Promise<TicketRow> => {
  await sql`
    with said as (
      select * from ticket_message
      where ticket_id = ${id} and deleted_at is null and not is_internal
    ), counts as (
      select
        count(*)::int as messages,
        (count(*) filter (where is_from_staff and created_at > coalesce(
          (select customer_read_at from ticket where id = ${id}), '-infinity')))::int as unread,
        (count(*) filter (where not is_from_staff and created_at > coalesce(
          (select max(created_at) from said where is_from_staff), '-infinity')))::int as unanswered
      from said
    ), newest as (
      select * from said order by created_at desc, id desc limit 1
    )
    update ticket set
      messages_count = counts.messages,
      customer_unread = counts.unread,
      staff_unanswered = counts.unanswered,
      last_message_at = (select created_at from newest),
      last_message_preview = (
        select left(regexp_replace(body, '\\s+', ' ', 'g'), 160) from newest),
      last_message_is_from_staff = (select is_from_staff from newest),
      updated_at = ${now}
    from counts where ticket.id = ${id}`.execute(tx);
  return (await findTicket(tx, id))!;
};
