// The ledger's interface for other areas.

import type { Db } from '#kernel/database/database.ts';
import type { RowCount } from '#kernel/http/responses/pages.ts';
import type { Amount } from '#lib/money.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { JournalDetails, JournalDraft, Rate, TransactionType } from './journals/journals.ts';

/** A customer's entry in one currency: one posting on an available wallet. */
export type Transaction = {
  id: string;
  journalId: string;
  accountId: number;
  type: TransactionType;
  direction: 'credit' | 'debit';
  /** Signed: below zero for a debit. */
  amount: Amount;
  balanceBefore: Amount;
  balanceAfter: Amount;
  /** `reversed` once a later journal reversed it. */
  status: 'posted' | 'reversed';
  reference: string | null;
  paymentId: string | null;
  subscriptionId: string | null;
  /** The transaction that this one reverses. */
  reversalOf: string | null;
  description: string;
  metadata: Record<string, unknown>;
  rate: Rate | null;
  actor: string;
  effectiveAt: Date;
  createdAt: Date;
};

export type PostedJournal = {
  journalId: string;
  createdAt: Date;
  /** True for a known idempotency key: nothing was posted, this is the first journal. */
  isReplay: boolean;
  /** Visible to the customer; empty for a journal without an available wallet. */
  transactions: { id: string; amount: Amount; balanceAfter: Amount }[];
};

export type Balance = {
  currency: string;
  /** Can be spent. */
  available: Amount;
  /** In open holds or on the reserved wallet. */
  reserved: Amount;
  /** available + reserved */
  total: Amount;
};
export type WalletBalance = Balance & { lastTransactionAt: Date | null };

export type HoldDraft = {
  accountId: number;
  amount: Amount;
  idempotencyKey: string;
  reference?: string | null;
  actor: string;
  /** Released by a job after this time; never by default. */
  expiresAt?: Date | null;
};
export type Hold = {
  id: string;
  accountId: number;
  amount: Amount;
  status: 'open' | 'captured' | 'released';
  reference: string | null;
  expiresAt: Date | null;
  createdAt: Date;
  closedAt: Date | null;
  isReplay: boolean;
};

export type TransactionFilter = {
  accountId: number;
  /** Any of these. */
  types?: readonly TransactionType[] | undefined;
  direction?: 'credit' | 'debit' | undefined;
  currency?: string | undefined;
  /** Exact, case-insensitive. */
  reference?: string | undefined;
  paymentId?: string | undefined;
  subscriptionId?: string | undefined;
  /** Decimal text; compared with the absolute amount. */
  amountMin?: string | undefined;
  amountMax?: string | undefined;
  /** Inclusive. */
  createdAfter?: Date | undefined;
  /** Exclusive. */
  createdBefore?: Date | undefined;
  /** In description and reference. */
  search?: string | undefined;
  /** Leaves out reversed journals and their reversals if both are before the end. */
  withoutReversed?: boolean | undefined;
};
/** Field names of the API, comma-separated: created_at, amount. Default `-created_at`. */
export type TransactionPage = PageRequest & { ordering?: string | undefined };

export type Totals = {
  currency: string;
  count: number;
  credit: Amount;
  /** Above zero. */
  debit: Amount;
  net: Amount;
};
export type TypeTotals = {
  count: number;
  /** The sum of signed amounts. */
  total: Amount;
  average: Amount;
  lastAt: Date | null;
};
export type StatisticsPeriod = '7d' | '30d' | '90d' | '1y' | 'all';
export type SeriesPoint = {
  /** Start of the day (7d, 30d, 90d), week (1y) or month (all), in UTC. */
  at: Date;
  credit: Amount;
  debit: Amount;
  /** At the end of that day, week or month. */
  balance: Amount;
};
export type Statistics = {
  currency: string;
  period: StatisticsPeriod;
  count: number;
  credit: Amount;
  debit: Amount;
  net: Amount;
  /** Of absolute amounts. */
  average: Amount;
  /** By absolute amount. */
  largest: { id: string; amount: Amount } | null;
  /** Number of transactions, independent of the period. */
  recent: { last24h: number; last7d: number; last30d: number };
  byType: Record<TransactionType, TypeTotals>;
  byStatus: { posted: number; reversed: number };
  series: SeriesPoint[];
};

export type Ledger = {
  /**
   * Posts a journal in one round trip. A known idempotency key returns the first journal. Throws
   * InsufficientBalance, with nothing written and the transaction still usable, and
   * IdempotencyConflict for the key of a different journal.
   */
  post(db: Db, journal: JournalDraft): Promise<PostedJournal>;
  /** Reserves money without a journal. Throws InsufficientBalance, IdempotencyConflict. */
  hold(db: Db, hold: HoldDraft): Promise<Hold>;
  /** Releases a hold; repeatable. Throws HoldNotOpen for a captured one. */
  release(db: Db, holdId: string): Promise<Hold>;
  /** The rest becomes available again. Throws HoldNotOpen, and HoldExceeded. */
  capture(db: Db, holdId: string, journal: JournalDraft): Promise<PostedJournal>;
  /** A whole journal, once; repeating returns the first. Throws JournalNotFound, NotReversible. */
  reverse(
    db: Db,
    journalId: string,
    details: Pick<JournalDetails, 'actor'> &
      Partial<Pick<JournalDetails, 'description' | 'metadata' | 'mayOverdraw' | 'effectiveAt'>>,
  ): Promise<PostedJournal>;

  /** One row per currency that the account ever had. */
  balances(db: Db, accountId: number): Promise<WalletBalance[]>;
  /** Available balances of several customers; missing wallets are left out. */
  readAvailable(
    db: Db,
    accountIds: readonly number[],
  ): Promise<{ accountId: number; amount: Amount }[]>;
  /** The balance at a time. Zero, without a last transaction, before the first posting. */
  balanceAt(db: Db, accountId: number, currency: string, at: Date): Promise<WalletBalance>;
  /** Without an account id it searches all accounts: for staff only. */
  findTransaction(
    db: Db,
    accountId: number | null,
    transactionId: string,
  ): Promise<Transaction | null>;
  listTransactions(
    db: Db,
    filter: TransactionFilter,
    page: TransactionPage,
  ): Promise<{ transactions: Transaction[]; total: RowCount }>;
  /** All matching rows in order, read in batches, without an open transaction. */
  streamTransactions(
    db: Db,
    filter: TransactionFilter,
    options?: { ordering?: string | undefined; batchSize?: number },
  ): AsyncIterable<Transaction>;
  /** One row per currency: currencies are never summed. */
  sumTransactions(db: Db, filter: TransactionFilter): Promise<Totals[]>;
  /** All types, including those without transactions. */
  sumByType(
    db: Db,
    filter: Pick<TransactionFilter, 'accountId' | 'types' | 'createdAfter' | 'createdBefore'> & {
      currency: string;
    },
  ): Promise<Record<TransactionType, TypeTotals>>;
  /** Credits minus debits of some types per period; each period ends where the next starts. */
  netOverTime(
    db: Db,
    accountId: number,
    currency: string,
    of: { types: readonly TransactionType[]; starts: readonly Date[]; until: Date },
  ): Promise<Amount[]>;
  statistics(
    db: Db,
    accountId: number,
    currency: string,
    period: StatisticsPeriod,
  ): Promise<Statistics>;
};
