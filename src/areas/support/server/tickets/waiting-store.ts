// Tickets that wait for support, and how soon customers were answered.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { longWaitingBefore } from './ticket-states.ts';
import type { TicketRow } from './ticket-store.ts';

export type WaitingTicketRow = TicketRow & { waiting_since: Date };

/** Tickets that wait for support: for the first answer by when it is due, or for another one. */
export async function listWaitingTickets(
  db: Db,
  {
    isAnswered,
    hasPrioritySupport,
    count,
  }: { isAnswered: boolean; hasPrioritySupport: boolean; count: number },
): Promise<WaitingTicketRow[]> {
  const rows = await db
    .selectFrom('ticket')
    .selectAll()
    .where('status', '=', 'waiting_for_admin')
    .where('deleted_at', 'is', null)
    .where('has_priority_support', '=', sql.lit(hasPrioritySupport))
    .where('first_response_at', isAnswered ? 'is not' : 'is', null)
    .orderBy(isAnswered ? 'waiting_since' : 'first_response_due_at')
    .limit(count)
    .execute();
  return rows as WaitingTicketRow[];
}

/** First answers of priority support since then, by whether they came before they were due. */
export async function countPriorityAnswers(db: Db, since: Date) {
  const row = await db
    .selectFrom('ticket')
    .select([
      sql<bigint>`count(*) filter (where first_response_at <= first_response_due_at)`.as('in_time'),
      sql<bigint>`count(*) filter (where first_response_at > first_response_due_at)`.as('late'),
    ])
    .where('has_priority_support', '=', sql.lit(true))
    .where('deleted_at', 'is', null)
    .where('first_response_at', '>=', since)
    .executeTakeFirstOrThrow();
  return { in_time: Number(row.in_time), late: Number(row.late) };
}

/** Tickets that wait for support, by how long. */
export async function countWaitingTickets(db: Db, now: Date) {
  const hasWaitedLong = sql`waiting_since <= ${longWaitingBefore(now)}`;
  const row = await db
    .selectFrom('ticket')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('all'),
      sql<bigint>`count(*) filter (where assigned_to is null)`.as('unassigned'),
      sql<bigint>`count(*) filter (where first_response_at is null
        and first_response_due_at < ${now})`.as('overdue'),
      sql<bigint>`count(*) filter (where not ${hasWaitedLong})`.as('under_24_hours'),
      sql<bigint>`count(*) filter (where ${hasWaitedLong})`.as('over_24_hours'),
    ])
    .where('status', '=', 'waiting_for_admin')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Object.fromEntries(
    Object.entries(row).map(([name, count]) => [name, Number(count)]),
  ) as Record<keyof typeof row, number>;
}
