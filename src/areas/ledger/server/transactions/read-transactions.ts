import type { Db } from '#kernel/database/database.ts';
import { isPositive, subtractAmounts, toAmount } from '#lib/money.ts';
import { readOrdering } from '#lib/pagination.ts';
import type { Ledger, Totals, Transaction, TransactionFilter, TransactionPage } from '../ledger.ts';
import * as transactionStore from './transaction-store.ts';

const orderable = { created_at: 'created_at', amount: 'amount' } as const;
const batchSizeDefault = 500;
type StreamOptions = Parameters<Ledger['streamTransactions']>[2];

export async function findTransaction(
  db: Db,
  accountId: number | null,
  transactionId: string,
): Promise<Transaction | null> {
  const row = await transactionStore.findTransaction(db, accountId, transactionId);
  return row ? fromRow(row) : null;
}

export async function listTransactions(
  db: Db,
  filter: TransactionFilter,
  page: TransactionPage,
): ReturnType<Ledger['listTransactions']> {
  const wallets = await transactionStore.listWallets(db, filter.accountId, filter.currency);
  if (wallets.length === 0) return { transactions: [], total: { count: 0, isEstimate: false } };
  const order = readOrdering(page.ordering, orderable, '-created_at');
  const [rows, total] = await Promise.all([
    transactionStore.listTransactions(db, wallets, filter, order, page),
    transactionStore.countTransactions(db, wallets, filter),
  ]);
  return { transactions: rows.map(fromRow), total };
}

export async function* streamTransactions(
  db: Db,
  filter: TransactionFilter,
  { ordering, batchSize = batchSizeDefault }: NonNullable<StreamOptions> = {},
): AsyncGenerator<Transaction> {
  const order = readOrdering(ordering, orderable, '-created_at');
  const wallets = await transactionStore.listWallets(db, filter.accountId, filter.currency);
  let last: transactionStore.TransactionRow | undefined;
  do {
    const place = { order, last, limit: batchSize };
    const rows: transactionStore.TransactionRow[] = await transactionStore.readTransactionsAfter(
      db,
      wallets,
      filter,
      place,
    );
    yield* rows.map(fromRow);
    last = rows.length === batchSize ? rows.at(-1) : undefined;
  } while (last);
}

export async function sumTransactions(db: Db, filter: TransactionFilter): Promise<Totals[]> {
  const wallets = await transactionStore.listWallets(db, filter.accountId, filter.currency);
  if (wallets.length === 0) return [];
  const rows = await transactionStore.sumTransactions(db, wallets, filter);
  return rows.map(({ currency, count, ...sums }) => {
    const credit = toAmount(sums.credit, currency);
    const debit = toAmount(sums.debit, currency);
    return { currency, count: Number(count), credit, debit, net: subtractAmounts(credit, debit) };
  });
}

function fromRow(row: transactionStore.TransactionRow): Transaction {
  const { currency } = row;
  const amount = toAmount(row.amount, currency);
  const balanceAfter = toAmount(row.balance_after, currency);
  const isCredit = isPositive(amount);
  return {
    id: row.transaction_id,
    journalId: row.journal_id,
    accountId: row.account_id,
    type: row.transaction_type,
    direction: isCredit ? 'credit' : 'debit',
    amount,
    balanceBefore: subtractAmounts(balanceAfter, amount),
    balanceAfter,
    status: row.is_reversed ? 'reversed' : 'posted',
    reference: row.reference,
    paymentId: row.payment_id,
    subscriptionId: row.subscription_id,
    reversalOf: row.reversed_transaction_id,
    description: row.description,
    metadata: row.metadata,
    rate:
      row.rate && row.rate_source && row.rate_at
        ? { rate: row.rate, source: row.rate_source, at: row.rate_at }
        : null,
    actor: row.actor,
    effectiveAt: row.effective_at,
    createdAt: row.created_at,
  };
}
