import { sql } from 'kysely';
import { toWordQuery } from '#lib/word-query.ts';
import type { Db } from '#server/database/database.ts';

/** A number is a ticket's, with or without its `#`. */
function readSearch(search: string) {
  const number = /^#?(\d{1,9})$/.exec(search)?.[1];
  const query = sql`to_tsquery('simple', ${toWordQuery(search)})`;
  return { query, number: number === undefined ? null : Number(number) };
}

/** Ids of all customers' tickets, read from the indexes of words: notes are searched as well. */
export function findByWords(db: Db, search: string) {
  const { query, number } = readSearch(search);
  const isFound = sql<boolean>`words @@ ${query}`;
  const byWords = db
    .selectFrom('ticket')
    .select('id')
    .where(isFound)
    .union(
      db
        .selectFrom('ticket_message')
        .select('ticket_id as id')
        .where(isFound)
        .where('deleted_at', 'is', null),
    );
  if (number === null) return byWords;
  return byWords.union(db.selectFrom('ticket').select('id').where('number', '=', number));
}

/** For the tickets of one customer: few enough to look into each. Notes are not for them. */
export function hasWords(search: string) {
  const { query, number } = readSearch(search);
  return sql<boolean>`(ticket.words @@ ${query} or ticket.number = ${number} or exists (
    select from ticket_message said
    where said.ticket_id = ticket.id and said.words @@ ${query}
      and said.deleted_at is null and not said.is_internal))`;
}
