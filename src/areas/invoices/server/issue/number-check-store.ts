// Invoices that rely on a VAT number about which VIES has not answered yet.
import { sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';

export async function insertCheck(tx: Tx, invoiceId: string, taxNumber: string): Promise<void> {
  await tx
    .insertInto('invoice_number_check')
    .values({ invoice_id: invoiceId, tax_number: taxNumber })
    .execute();
}

/** In a random order, so that numbers that VIES never answers about do not block others. */
export async function listUnconfirmedNumbers(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ tax_number: string }>`
    select tax_number from (
      select tax_number from billing_profile where tax_number_status = 'unconfirmed'
      union
      select tax_number from invoice_number_check where answer is null
    ) as unconfirmed
    order by random() limit ${count}`.execute(db);
  return rows.map(({ tax_number }) => tax_number);
}

/** The accounts whose profile or invoices wait for an answer about a number. */
export async function listWaitingFor(db: Db, taxNumber: string): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select account_id from billing_profile
    where tax_number_status = 'unconfirmed' and tax_number = ${taxNumber}
    union
    select account_id from invoice_number_check join invoice on invoice.id = invoice_id
    where answer is null and tax_number = ${taxNumber}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

export type ViesVerdict = {
  status: 'registered' | 'unknown';
  consultation: string;
  at: Date;
};

/** Returns the invoices that relied on the number. Each has one answer. */
export async function answerChecks(
  tx: Tx,
  { accountId, taxNumber }: { accountId: number; taxNumber: string },
  { status, consultation, at }: ViesVerdict,
): Promise<string[]> {
  const rows = await tx
    .updateTable('invoice_number_check')
    .from('invoice')
    .set({ answer: status, answered_at: at, consultation })
    .whereRef('invoice.id', '=', 'invoice_number_check.invoice_id')
    .where('invoice.account_id', '=', accountId)
    .where('invoice_number_check.tax_number', '=', taxNumber)
    .where('answer', 'is', null)
    .returning('invoice.number')
    .execute();
  return rows.map(({ number }) => number).sort();
}

/** How many invoices wait for an answer, and the oldest of them. */
export async function summarizeOpenChecks(db: Db): Promise<{ count: number; since: Date | null }> {
  return db
    .selectFrom('invoice_number_check')
    .innerJoin('invoice', 'invoice.id', 'invoice_number_check.invoice_id')
    .select(({ fn }) => [
      sql<number>`count(*)::int`.as('count'),
      fn.min<Date | null>('issued_at').as('since'),
    ])
    .where('answer', 'is', null)
    .executeTakeFirstOrThrow();
}
