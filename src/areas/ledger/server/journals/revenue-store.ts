// What was posted to revenue: charges, and what of them was returned.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { type Amount, toAmount } from '#lib/money.ts';
import { type JournalPeriod, postedIn } from './journal-period-store.ts';

export type RevenueEntry = {
  journalId: string;
  accountId: number;
  /** Above zero for a charge, below for what was returned. */
  amount: Amount;
  description: string;
  metadata: Record<string, unknown>;
  reversalOf: string | null;
  isReversed: boolean;
  createdAt: Date;
};

type Row = {
  id: string;
  account_id: number;
  amount: string;
  currency: string;
  description: string;
  metadata: Record<string, unknown>;
  reversal_of: string | null;
  is_reversed: boolean;
  created_at: Date;
};

const entries = sql`
  select j.id, j.account_id, p.amount, p.currency, j.description, j.metadata, j.reversal_of,
    j.created_at, exists (select from journal r where r.reversal_of = j.id) as is_reversed
  from journal j join posting p on p.journal_id = j.id
    join ledger_account a on a.id = p.ledger_account_id and a.kind = 'revenue'`;

const toEntry = (row: Row): RevenueEntry => ({
  journalId: row.id,
  accountId: row.account_id,
  amount: toAmount(row.amount, row.currency),
  description: row.description,
  metadata: row.metadata,
  reversalOf: row.reversal_of,
  isReversed: row.is_reversed,
  createdAt: row.created_at,
});

/** Entries posted in a period, the oldest first. */
export async function listRevenue(
  db: Db,
  period: JournalPeriod,
  count: number,
): Promise<RevenueEntry[]> {
  const { rows } = await sql<Row>`${entries}
    where ${postedIn(period)}
    order by j.id
    limit ${count}`.execute(db);
  return rows.map(toEntry);
}

/** Undefined for a journal that did not change revenue. */
export async function findRevenue(db: Db, journalId: string): Promise<RevenueEntry | undefined> {
  const { rows } = await sql<Row>`${entries} where j.id = ${journalId}::uuid`.execute(db);
  return rows[0] && toEntry(rows[0]);
}

export type RevenueSum = { accountId: number; amount: Amount };

/** By account and currency, of a period. */
export async function sumRevenue(db: Db, from: Date, until: Date): Promise<RevenueSum[]> {
  const { rows } = await sql<{ account_id: number; currency: string; amount: string }>`
    select account_id, currency, sum(amount)::text as amount
    from (${entries}
      where ${postedIn({ from, until })}) e
    group by account_id, currency`.execute(db);
  return rows.map((row) => ({
    accountId: row.account_id,
    amount: toAmount(row.amount, row.currency),
  }));
}
