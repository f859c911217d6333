// Balances of the kinds of ledger accounts by day: sums that are kept, so that the balance of any
// moment needs the postings of about a day only. Days are those of UTC, as `YYYY-MM-DD`.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';

export type KindBalance = { currency: string; kind: string; label: string; balance: string };

/** The last closed day until a moment that comes after it. */
export async function findClosedDay(db: Db, until: Date): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(day)::text as day from ledger_closing
    where day < (${until}::timestamptz at time zone 'UTC')::date`.execute(db);
  return rows[0]!.day;
}

/** The day of the first journal. */
export async function findFirstDay(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select (created_at at time zone 'UTC')::date::text as day from journal
    order by id limit 1`.execute(db);
  return rows[0]?.day ?? null;
}

/** The balances of a closed day, or none, plus what was posted from a moment until another. */
const balancesAfter = (closed: string | null, posted: RawBuilder<unknown>) => sql`
  select currency, kind, label, sum(balance) as balance from (
    select currency, kind, label, balance from ledger_closing where day = ${closed}::date
    union all
    select a.currency, a.kind, a.label, p.balance
    from (
      select ledger_account_id, sum(amount) as balance from posting
      where ${posted} group by ledger_account_id
    ) p join ledger_account a on a.id = p.ledger_account_id
  ) b group by currency, kind, label`;

const selectStart = (day: string | null) =>
  sql`coalesce(${day}::date::timestamp at time zone 'UTC', '-infinity')`;

/** Postings of the moment itself included. */
export async function listBalancesAt(
  db: Db,
  { closed, open, at }: { closed: string | null; open: string | null; at: Date },
): Promise<KindBalance[]> {
  const posted = sql`created_at >= ${selectStart(open)} and created_at <= ${at}::timestamptz`;
  const { rows } = await sql<KindBalance>`
    ${balancesAfter(closed, posted)} order by currency, kind, label`.execute(db);
  return rows;
}

/** Does nothing for a day that another process has closed. */
export async function closeDay(
  tx: Tx,
  { day, previous, next }: { day: string; previous: string | null; next: string },
): Promise<void> {
  const posted = sql`created_at >= ${selectStart(day)} and created_at < ${selectStart(next)}`;
  await sql`
    insert into ledger_closing (day, currency, kind, label, balance)
    select ${day}::date, * from (${balancesAfter(previous, posted)}) b
    on conflict do nothing`.execute(tx);
}

/** Deletes the closings of a day and of those after it, which are then computed again. */
export async function reopenDays(db: Db, day: string): Promise<void> {
  await sql`delete from ledger_closing where day >= ${day}::date`.execute(db);
}

export type AccountCount = { currency: string; kind: string; label: string; accounts: bigint };

/** Ledger accounts that existed at a moment. */
export async function countAccountsAt(db: Db, at: Date): Promise<AccountCount[]> {
  const { rows } = await sql<AccountCount>`
    select currency, kind, label, count(*) as accounts from ledger_account
    where created_at <= ${at}::timestamptz group by currency, kind, label`.execute(db);
  return rows;
}

/** A rule of `verify-store.ts`: closings that differ from the sums of their postings. */
export const wrongClosings = sql<{ place: string }>`
  with posted as (
    select (p.created_at at time zone 'UTC')::date as day, a.currency, a.kind, a.label,
      sum(p.amount) as amount
    from posting p join ledger_account a on a.id = p.ledger_account_id
    group by 1, 2, 3, 4
  ), compared as (
    select day, currency, kind, label, c.balance,
      sum(coalesce(p.amount, 0)) over (partition by currency, kind, label order by day) as expected
    from ledger_closing c full join posted p using (day, currency, kind, label)
  )
  select 'closing of ' || day || ', ' || kind || coalesce(' ' || nullif(label, ''), '') || ' in ' || currency as place
  from compared
  where balance is distinct from expected and day <= (select max(day) from ledger_closing)`;
