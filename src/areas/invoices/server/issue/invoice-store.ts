import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { startingWith } from '#kernel/database/like-pattern.ts';
import type { Invoice } from '#kernel/database/schema.d.ts';
import { type RowCount, readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { InvoiceKind } from '../../wire/invoices.constants.ts';
import type { InvoiceContent } from './invoice-content.ts';

export type InvoiceRow = Omit<Selectable<Invoice>, 'content'> & {
  kind: InvoiceKind;
  content: InvoiceContent;
};
export type NewInvoice = Omit<Insertable<Invoice>, 'content' | 'number'> & {
  kind: InvoiceKind;
  content: InvoiceContent;
};

/** Locks the series until the transaction ends, so that no number is left out. */
export async function takeNumber(tx: Tx, prefix: string, year: number): Promise<string> {
  const series = `${prefix}-${year}`;
  const { last } = await tx
    .insertInto('invoice_series')
    .values({ series, last: 1 })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet({ last: sql`invoice_series.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return `${series}-${String(last).padStart(6, '0')}`;
}

export const insertInvoice = (
  tx: Tx,
  { content, ...values }: NewInvoice & { number: string },
): Promise<InvoiceRow> =>
  tx
    .insertInto('invoice')
    .values({ ...values, content: JSON.stringify(content) })
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<unknown> as Promise<InvoiceRow>;

const all = (db: Db) => db.selectFrom('invoice').selectAll();
type OneInvoice = Promise<InvoiceRow | undefined>;

export const findByNumber = (db: Db, number: string): OneInvoice =>
  all(db).where('number', '=', number).executeTakeFirst() as Promise<unknown> as OneInvoice;

export const findByJournal = (db: Db, journalId: string): OneInvoice =>
  all(db).where('journal_id', '=', journalId).executeTakeFirst() as Promise<unknown> as OneInvoice;

/** All others about the same charge, the oldest first. */
export const listOthers = (
  db: Db,
  { id, charge_id }: Pick<InvoiceRow, 'id' | 'charge_id'>,
): Promise<InvoiceRow[]> =>
  all(db)
    .where('charge_id', '=', charge_id)
    .where('id', '<>', id)
    .orderBy('issued_at')
    .orderBy('id')
    .execute() as Promise<unknown> as Promise<InvoiceRow[]>;

/** Those of these journals that have an invoice or a credit note. */
export async function listIssued(db: Db, journals: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('invoice')
    .select('journal_id')
    .where(({ eb, val }) => eb('journal_id', '=', eb.fn.any(val([...journals]))))
    .execute();
  return new Set(rows.flatMap(({ journal_id }) => journal_id ?? []));
}

export async function hasInvoices(db: Db, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('invoice')
    .select(sql.lit(1).as('one'))
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The valid invoice of a charge: the last one, if it was replaced. */
export const findStanding = (db: Db, chargeId: string): OneInvoice =>
  all(db)
    .where('charge_id', '=', chargeId)
    .where('kind', '=', 'invoice')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoice as later')
            .select(sql.lit(1).as('one'))
            .whereRef('later.replaces_id', '=', 'invoice.id'),
        ),
      ),
    )
    .executeTakeFirst() as Promise<unknown> as OneInvoice;

/** Locks the invoice until the transaction ends, so that its credit notes are counted once. */
export async function lockInvoice(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('invoice').select('id').where('id', '=', id).forUpdate().execute();
}

/** What its credit notes have taken back, as decimal text. */
export async function sumCredits(db: Db, id: string): Promise<string> {
  const row = await db
    .selectFrom('invoice')
    .select(({ fn }) => fn.sum<string>('gross').as('gross'))
    .where('credits_id', '=', id)
    .executeTakeFirst();
  return row?.gross ?? '0';
}

export type InvoiceFilter = {
  accountId?: number | undefined;
  kind?: InvoiceKind | undefined;
  currency?: string | undefined;
  /** Inclusive. */
  issuedAfter?: Date | undefined;
  /** Exclusive. */
  issuedBefore?: Date | undefined;
  /** The start of a number. */
  search?: string | undefined;
};

function matchInvoices(db: Db, filter: InvoiceFilter) {
  const { accountId, kind, currency, issuedAfter, issuedBefore, search } = filter;
  let query = db.selectFrom('invoice');
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (kind) query = query.where('kind', '=', kind);
  if (currency) query = query.where('currency', '=', currency);
  if (issuedAfter) query = query.where('issued_at', '>=', issuedAfter);
  if (issuedBefore) query = query.where('issued_at', '<', issuedBefore);
  if (search) query = query.where('number', 'like', startingWith(search.toUpperCase()));
  return query;
}

/** Newest first. */
export async function listInvoices(
  db: Db,
  filter: InvoiceFilter,
  page: PageRequest,
): Promise<{ rows: InvoiceRow[]; total: RowCount }> {
  const query = matchInvoices(db, filter);
  const sorted = query
    .selectAll()
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .$castTo<InvoiceRow>();
  return readPage(db, sorted, page);
}

/** Oldest first, after `last`: for files that are streamed. */
export const listInvoicesAfter = (
  db: Db,
  filter: InvoiceFilter,
  { last, count }: { last: InvoiceRow | undefined; count: number },
): Promise<InvoiceRow[]> =>
  matchInvoices(db, filter)
    .selectAll()
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(issued_at, id) > (${last?.issued_at}, ${last?.id}::uuid)`),
    )
    .orderBy('issued_at')
    .orderBy('id')
    .limit(count)
    .execute() as Promise<unknown> as Promise<InvoiceRow[]>;

export type InvoiceSum = { account_id: number; currency: string; gross: string };

/** Invoices less credit notes by account and currency, of what was booked in a period. */
export const sumInvoices = (db: Db, from: Date, until: Date): Promise<InvoiceSum[]> =>
  db
    .selectFrom('invoice')
    .select([
      'account_id',
      'currency',
      sql<string>`sum(case kind when 'invoice' then gross else -gross end)`.as('gross'),
    ])
    .where('booked_at', '>=', from)
    .where('booked_at', '<', until)
    .groupBy(['account_id', 'currency'])
    .execute();

export async function readSeenUntil(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('invoice_progress').select('seen_until').executeTakeFirst();
  return row?.seen_until;
}

export async function saveSeenUntil(tx: Tx, seen_until: Date): Promise<void> {
  await tx
    .insertInto('invoice_progress')
    .values({ seen_until })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ seen_until }))
    .execute();
}
