// Revenue without an invoice or credit note yet, because the customer's country is unknown.
import { sql } from 'kysely';
import type { RevenueEntry } from '#areas/ledger/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { toDecimalText } from '#lib/money.ts';
import type { InvoiceSum } from './invoice-store.ts';

/** False if it waits already. */
export async function insertWaiting(tx: Tx, entry: RevenueEntry): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('invoice_waiting')
    .values({
      journal_id: entry.journalId,
      account_id: entry.accountId,
      currency: entry.amount.currency,
      amount: toDecimalText(entry.amount),
      booked_at: entry.createdAt,
    })
    .onConflict((conflict) => conflict.column('journal_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteWaiting(tx: Tx, journalId: string): Promise<void> {
  await tx.deleteFrom('invoice_waiting').where('journal_id', '=', journalId).execute();
}

/** Those of these journals that wait. */
export async function listWaiting(db: Db, journals: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('invoice_waiting')
    .select('journal_id')
    .where(({ eb, val }) => eb('journal_id', '=', eb.fn.any(val([...journals]))))
    .execute();
  return rows.map(({ journal_id }) => journal_id);
}

/** The journals of accounts whose country is known by now, the oldest first. */
export async function listReady(db: Db, count: number): Promise<string[]> {
  const rows = await db
    .selectFrom('invoice_waiting')
    .innerJoin('billing_profile', 'billing_profile.account_id', 'invoice_waiting.account_id')
    .select('journal_id')
    .orderBy('booked_at')
    .orderBy('journal_id')
    .limit(count)
    .execute();
  return rows.map(({ journal_id }) => journal_id);
}

export async function isWaiting(db: Db, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('invoice_waiting')
    .select(sql.lit(1).as('one'))
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** By account and currency, of what was booked in a period. */
export const sumWaiting = (db: Db, from: Date, until: Date): Promise<InvoiceSum[]> =>
  db
    .selectFrom('invoice_waiting')
    .select(['account_id', 'currency', sql<string>`sum(amount)`.as('gross')])
    .where('booked_at', '>=', from)
    .where('booked_at', '<', until)
    .groupBy(['account_id', 'currency'])
    .execute();

export type WaitingAccount = {
  account_id: number;
  currency: string;
  amount: string;
  charges: number;
  since: Date;
};

/** By account and currency, what waits longest first. */
export const listWaitingAccounts = (db: Db, count: number): Promise<WaitingAccount[]> =>
  db
    .selectFrom('invoice_waiting')
    .select(({ fn }) => [
      'account_id',
      'currency',
      fn.sum<string>('amount').as('amount'),
      sql<number>`count(*)::int`.as('charges'),
      fn.min<Date>('booked_at').as('since'),
    ])
    .groupBy(['account_id', 'currency'])
    .orderBy('since')
    .orderBy('account_id')
    .limit(count)
    .execute();
