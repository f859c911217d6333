import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { toFullTextQuery } from '#lib/full-text-query.ts';
import { exactCountMax } from '#lib/pagination.ts';
import { isUuid } from '#lib/uuid.ts';
import type { TicketStatus } from '../../wire/tickets.constants.ts';

/** `1042` and `#1042` are also the number of a ticket. */
function parseSearch(search: string) {
  const number = /^#?(\d{1,9})$/.exec(search)?.[1];
  const query = sql`to_tsquery('simple', ${toFullTextQuery(search)})`;
  return { query, number: number === undefined ? null : Number(number) };
}

/** `isMany`: more tickets meet the condition than are counted. */
export type TicketSearch = { condition: Expression<SqlBool>; isMany: boolean };

/**
 * Searches the tickets of all customers, notes included. A few hits are read from the text indexes
 * into an array, because the planner overestimates how common words are and would scan the table.
 * For words of many tickets, checking one ticket after another is faster.
 */
export async function searchAll(db: Db, search: string): Promise<TicketSearch> {
  const { query, number } = parseSearch(search);
  const most = sql.lit(exactCountMax + 1);
  const hits = sql`
    (select id from ticket where search_vector @@ ${query} limit ${most})
    union all
    (select ticket_id from ticket_message
      where search_vector @@ ${query} and deleted_at is null limit ${most})
    union all
    (select id from ticket where number = ${number})`;
  const { rows } = await sql<{
    count: bigint;
  }>`select count(*) as count from (${hits}) as hit`.execute(db);
  if (Number(rows[0]?.count) > exactCountMax)
    return { condition: hasWords(search, { includesNotes: true }), isMany: true };
  return { condition: sql<SqlBool>`ticket.id = any(array(${hits}))`, isMany: false };
}

/** Of a common word, this many tickets are compared. */
const candidatesMax = 200;

export type FoundTicket = {
  id: string;
  number: number;
  account_id: number;
  subject: string;
  status: TicketStatus;
};

/** By number or id, else by words of the subject, the latest first. */
export async function findTickets(db: Db, search: string, count: number): Promise<FoundTicket[]> {
  const { query, number } = parseSearch(search);
  const candidates = isUuid(search)
    ? sql`select ${search}::uuid`
    : sql`(select id from ticket where number = ${number}) union all
        (select id from ticket where search_vector @@ ${query} limit ${sql.lit(candidatesMax)})`;
  const { rows } = await sql<FoundTicket>`
    select id, number, account_id, subject, status from ticket
    where id = any(array(${candidates})) and deleted_at is null
    order by number = ${number} desc nulls last, updated_at desc, id desc
    limit ${count}`.execute(db);
  return rows;
}

/**
 * Checks each ticket: a customer has few, and never sees notes. `offset 0` is an optimization
 * fence, without which the planner collects every message with the word first.
 */
export function hasWords(
  search: string,
  { includesNotes }: { includesNotes: boolean },
): Expression<SqlBool> {
  const { query, number } = parseSearch(search);
  return sql<SqlBool>`(ticket.search_vector @@ ${query} or ticket.number = ${number} or exists (
    select from ticket_message message
    where message.ticket_id = ticket.id and message.search_vector @@ ${query}
      and message.deleted_at is null and (${includesNotes} or not message.is_internal) offset 0))`;
}
