// Journals of all customers with their postings, for staff.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { countRows, type RowCount } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { LedgerAccountKind, TransactionType } from './journals.ts';

export type JournalFilter = {
  /** Of the journal or what it reverses, of a transaction, the payment or the subscription. */
  id?: string | undefined;
  idempotencyKey?: string | undefined;
  accountId?: number | undefined;
};

export type ListedPosting = {
  kind: LedgerAccountKind;
  label: string;
  currency: string;
  /** Decimal text; above zero credits the account. */
  amount: string;
  /** Of wallets only. */
  balanceAfter: string | null;
};

export type ListedJournal = {
  id: string;
  type: TransactionType;
  accountId: number | null;
  description: string;
  reference: string | null;
  actor: string;
  paymentId: string | null;
  subscriptionId: string | null;
  reversalOf: string | null;
  idempotencyKey: string;
  effectiveAt: Date;
  createdAt: Date;
  postings: ListedPosting[];
};

/** Each has an index. */
const withId = (id: string) => sql<boolean>`id = any(array(
  select id from journal where id = ${id}::uuid or reversal_of = ${id}::uuid
  union select journal_id from posting where transaction_id = ${id}::uuid
  union select id from journal where payment_id = ${id}::uuid
  union select id from journal where subscription_id = ${id}::uuid))`;

const ofAccount = (accountId: number) => sql<boolean>`id in (
  select journal_id from posting
  where wallet_version is not null and ledger_account_id = any(array(
    select a.id from ledger_account a where a.account_id = ${accountId}::int)))`;

function matchJournals(db: Db, { id, idempotencyKey, accountId }: JournalFilter) {
  let query = db.selectFrom('journal');
  if (id !== undefined) query = query.where(withId(id));
  if (idempotencyKey !== undefined) query = query.where('idempotency_key', '=', idempotencyKey);
  if (accountId !== undefined) query = query.where(ofAccount(accountId));
  return query;
}

/** Newest first. Ids grow with time, so their index gives the order. */
export async function listJournals(
  db: Db,
  filter: JournalFilter,
  { pageSize, offset }: PageRequest,
): Promise<{ journals: ListedJournal[]; total: RowCount }> {
  const query = matchJournals(db, filter);
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(offset)
    .execute();
  const postings = await listPostings(
    db,
    rows.map(({ id }) => id),
  );
  const journals = rows.map((row) => ({
    id: row.id,
    type: row.transaction_type as TransactionType,
    accountId: row.account_id,
    description: row.description,
    reference: row.reference,
    actor: row.actor,
    paymentId: row.payment_id,
    subscriptionId: row.subscription_id,
    reversalOf: row.reversal_of,
    idempotencyKey: row.idempotency_key,
    effectiveAt: row.effective_at,
    createdAt: row.created_at,
    postings: postings.get(row.id) ?? [],
  }));
  return { journals, total: await countRows(db, query) };
}

async function listPostings(
  db: Db,
  journals: readonly string[],
): Promise<ReadonlyMap<string, ListedPosting[]>> {
  const { rows } = await sql<
    Omit<ListedPosting, 'balanceAfter'> & { journal_id: string; balance_after: string | null }
  >`select p.journal_id, a.kind, a.label, p.currency, p.amount, p.balance_after
    from posting p join ledger_account a on a.id = p.ledger_account_id
    where p.journal_id = any(${[...journals]}::uuid[])
    order by p.journal_id, p.line`.execute(db);
  const byJournal = Map.groupBy(rows, ({ journal_id }) => journal_id);
  return new Map(
    [...byJournal].map(([id, of]) => [
      id,
      of.map(({ journal_id: _, balance_after, ...posting }) => ({
        ...posting,
        balanceAfter: balance_after,
      })),
    ]),
  );
}
