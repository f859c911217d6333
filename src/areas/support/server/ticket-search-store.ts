import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { exactCountMax } from '#lib/pagination.ts';
import { toWordQuery } from '#lib/word-query.ts';

/** A number is a ticket's, with or without its `#`. */
function readSearch(search: string) {
  const number = /^#?(\d{1,9})$/.exec(search)?.[1];
  const query = sql`to_tsquery('simple', ${toWordQuery(search)})`;
  return { query, number: number === undefined ? null : Number(number) };
}

/** Found are tickets that meet `condition`; `isMany` when there are more than are counted. */
export type Search = { condition: Expression<SqlBool>; isMany: boolean };

/**
 * Among all customers' tickets, notes included. Few hits are read from the indexes of words: as an
 * array, because the planner takes words for far more common than they are and would read the whole
 * table. Words of many tickets are found soon by looking into one after another.
 */
export async function searchAll(db: Db, search: string): Promise<Search> {
  const { query, number } = readSearch(search);
  const most = sql.lit(exactCountMax + 1);
  const hits = sql`
    (select id from ticket where words @@ ${query} limit ${most})
    union all
    (select ticket_id from ticket_message
      where words @@ ${query} and deleted_at is null limit ${most})
    union all
    (select id from ticket where number = ${number})`;
  const { rows } = await sql<{
    count: bigint;
  }>`select count(*) as count from (${hits}) as hit`.execute(db);
  if (Number(rows[0]?.count) > exactCountMax)
    return { condition: hasWords(search, { seesNotes: true }), isMany: true };
  return { condition: sql<SqlBool>`ticket.id = any(array(${hits}))`, isMany: false };
}

/**
 * Looks into each ticket, which are few enough for one customer (who is shown no notes). The
 * `offset` keeps the planner from gathering every message of the word beforehand.
 */
export function hasWords(
  search: string,
  { seesNotes }: { seesNotes: boolean },
): Expression<SqlBool> {
  const { query, number } = readSearch(search);
  return sql<SqlBool>`(ticket.words @@ ${query} or ticket.number = ${number} or exists (
    select from ticket_message said
    where said.ticket_id = ticket.id and said.words @@ ${query}
      and said.deleted_at is null and (${seesNotes} or not said.is_internal) offset 0))`;
}
