// A customer's transactions: the postings of available wallets with their journals. Each wallet is
// read in index order and the wallets are merged, so that the cost of a page depends on its depth,
// not on the length of the history.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { containing } from '#kernel/database/like-pattern.ts';
import { countRows, type RowCount, rowsAfter } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { TransactionType } from '../journals/journals.ts';
import type { TransactionFilter } from '../ledger.ts';

export type Wallet = { id: number; currency: string };
export type TransactionRow = {
  transaction_id: string;
  journal_id: string;
  currency: string;
  amount: string;
  balance_after: string;
  transaction_type: TransactionType;
  created_at: Date;
  /** With microseconds, for a cursor. */
  cursor_at: string;
  account_id: number;
  reference: string | null;
  description: string;
  actor: string;
  effective_at: Date;
  metadata: Record<string, unknown>;
  payment_id: string | null;
  subscription_id: string | null;
  rate: string | null;
  rate_source: string | null;
  rate_at: Date | null;
  is_reversed: boolean;
  reversed_transaction_id: string | null;
};
export type Order = { column: 'created_at' | 'amount'; direction: 'asc' | 'desc' }[];
export type SumRow = {
  currency: string;
  count: bigint;
  credit: string;
  debit: string;
};

export async function listWallets(db: Db, accountId: number, currency?: string) {
  const { rows } = await sql<Wallet>`
    select id, currency from ledger_account
    where account_id = ${accountId}::int and kind = 'wallet_available'
      and (${currency ?? null}::text is null or currency = ${currency ?? null})
    order by currency`.execute(db);
  return rows;
}

const both = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

/** Only on `posting p`, so that the wallet's index is used; journals have their own indexes. */
function buildConditions(filter: TransactionFilter): RawBuilder<unknown> {
  const { types, direction, amountMin, amountMax, createdAfter, createdBefore } = filter;
  const all = [sql`p.wallet_version is not null`];
  if (types?.length) all.push(sql`p.transaction_type = any(${[...types]}::text[])`);
  if (direction) all.push(direction === 'credit' ? sql`p.amount > 0` : sql`p.amount < 0`);
  if (amountMin !== undefined) all.push(sql`abs(p.amount) >= ${amountMin}::numeric`);
  if (amountMax !== undefined) all.push(sql`abs(p.amount) <= ${amountMax}::numeric`);
  if (createdAfter) all.push(sql`p.created_at >= ${createdAfter}::timestamptz`);
  if (createdBefore) all.push(sql`p.created_at < ${createdBefore}::timestamptz`);
  const journals = journalConditions(filter);
  if (journals)
    all.push(sql`p.journal_id = any(array(select j.id from journal j where ${journals}))`);
  if (filter.withoutReversed) all.push(sql`not (p.journal_id = any(${reversedJournals(filter)}))`);
  const search = filter.search?.trim();
  if (search) {
    const pattern = containing(search);
    // `offset 0` makes it run per posting; otherwise the planner searches all journals first.
    all.push(sql`exists (
      select from journal s where s.id = p.journal_id
        and (s.description ilike ${pattern} or s.reference ilike ${pattern}) offset 0)`);
  }
  return both(all);
}

const reversedJournals = ({ accountId, createdBefore }: TransactionFilter) => sql`array(
  select unnest(array[r.id, r.reversal_of]) from journal r
  where r.account_id = ${accountId}::int and r.reversal_of is not null
    and r.created_at < coalesce(${createdBefore ?? null}::timestamptz, 'infinity'))`;

function journalConditions(filter: TransactionFilter): RawBuilder<unknown> | null {
  const { accountId, reference, paymentId, subscriptionId } = filter;
  const all: RawBuilder<unknown>[] = [];
  if (reference !== undefined) all.push(sql`lower(j.reference) = lower(${reference})`);
  if (paymentId !== undefined) all.push(sql`j.payment_id = ${paymentId}::uuid`);
  if (subscriptionId !== undefined) all.push(sql`j.subscription_id = ${subscriptionId}::uuid`);
  return all.length > 0 ? both([sql`j.account_id = ${accountId}::int`, ...all]) : null;
}

const orderBy = (order: Order) =>
  sql.join([
    ...order.map(
      ({ column, direction }) =>
        sql`${sql.ref(column)} ${direction === 'asc' ? sql`asc` : sql`desc`}`,
    ),
    sql`transaction_id desc`,
  ]);

const ofPosting = (order: Order): Order =>
  order.map(({ column, direction }) => ({ column: `p.${column}` as never, direction }));

/** Full transactions for the ids of `chosen`. */
const readChosen = (chosen: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<TransactionRow>`
  with chosen as (${chosen})
  select p.transaction_id, p.journal_id, p.currency, p.amount, p.balance_after,
    p.transaction_type, p.created_at, p.created_at::text as cursor_at, j.account_id, j.reference,
    j.description, j.actor, j.effective_at, j.metadata, j.payment_id, j.subscription_id,
    j.rate, j.rate_source, j.rate_at,
    exists (select from journal r where r.reversal_of = j.id) as is_reversed,
    (select o.transaction_id from posting o
     where o.journal_id = j.reversal_of and o.ledger_account_id = p.ledger_account_id)
      as reversed_transaction_id
  from chosen join posting p using (transaction_id) join journal j on j.id = p.journal_id
  order by ${order}`;

export async function findTransaction(
  db: Db,
  accountId: number | null,
  transactionId: string,
): Promise<TransactionRow | undefined> {
  const isOwn = accountId === null ? sql`true` : sql`a.account_id = ${accountId}::int`;
  const chosen = sql`select p.transaction_id from posting p
    join ledger_account a on a.id = p.ledger_account_id
    where p.transaction_id = ${transactionId}::uuid and ${isOwn}`;
  return (await readChosen(chosen, sql`p.transaction_id`).execute(db)).rows[0];
}

export async function listTransactions(
  db: Db,
  wallets: readonly Wallet[],
  filter: TransactionFilter,
  order: Order,
  { pageSize, offset }: PageRequest,
): Promise<TransactionRow[]> {
  const ids = wallets.map(({ id }) => id);
  const sorted = orderBy(order);
  const chosen = sql`
    select transaction_id from unnest(${ids}::int[]) w(id) cross join lateral (
      select p.transaction_id, p.created_at, p.amount from posting p
      where p.ledger_account_id = w.id and ${buildConditions(filter)}
      order by ${sorted} limit ${offset + pageSize}
    ) t order by ${sorted} limit ${pageSize} offset ${offset}`;
  return (await readChosen(chosen, orderBy(ofPosting(order))).execute(db)).rows;
}

export async function countTransactions(
  db: Db,
  wallets: readonly Wallet[],
  filter: TransactionFilter,
): Promise<RowCount> {
  const ids = wallets.map(({ id }) => id);
  const matching = sql<{ one: number }>`(
    select 1 as one from posting p
    where p.ledger_account_id = any(${ids}::int[]) and ${buildConditions(filter)})`;
  return countRows(db, db.selectFrom(matching.as('matching')));
}

/** The next rows after `last`, in order. */
export async function readTransactionsAfter(
  db: Db,
  wallets: readonly Wallet[],
  filter: TransactionFilter,
  { order, last, limit }: { order: Order; last: TransactionRow | undefined; limit: number },
): Promise<TransactionRow[]> {
  const ids = wallets.map(({ id }) => id);
  const behind = last ? isBehind(order, last) : sql`true`;
  const sorted = orderBy(order);
  const chosen = sql`
    select transaction_id from unnest(${ids}::int[]) w(id) cross join lateral (
      select p.transaction_id, p.created_at, p.amount from posting p
      where p.ledger_account_id = w.id and ${buildConditions(filter)} and ${behind}
      order by ${sorted} limit ${limit}
    ) t order by ${sorted} limit ${limit}`;
  return (await readChosen(chosen, orderBy(ofPosting(order))).execute(db)).rows;
}

const isBehind = (order: Order, last: TransactionRow): RawBuilder<boolean> =>
  rowsAfter([
    ...order.map(({ column, direction }) => ({
      column: `p.${column}`,
      direction,
      value:
        column === 'amount' ? sql`${last.amount}::numeric` : sql`${last.cursor_at}::timestamptz`,
    })),
    { column: 'p.transaction_id', direction: 'desc', value: sql`${last.transaction_id}::uuid` },
  ]);

export async function sumTransactions(
  db: Db,
  wallets: readonly Wallet[],
  filter: TransactionFilter,
): Promise<SumRow[]> {
  const ids = wallets.map(({ id }) => id);
  const { rows } = await sql<SumRow>`
    select a.currency, count(*) as count,
      coalesce(sum(p.amount) filter (where p.amount > 0), 0) as credit,
      coalesce(-sum(p.amount) filter (where p.amount < 0), 0) as debit
    from posting p join ledger_account a on a.id = p.ledger_account_id
    where p.ledger_account_id = any(${ids}::int[]) and ${buildConditions(filter)}
    group by a.currency order by a.currency`.execute(db);
  return rows;
}
