// The ledger as other areas see it: every function and every shape.

import type { Db } from '#kernel/database/database.ts';
import type { RowCount } from '#kernel/http/pages.ts';
import type { Amount } from '#lib/money.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { JournalDetails, JournalDraft, Rate, TransactionType } from './journals.ts';

/** One customer's entry in one currency. A conversion is one journal and two transactions. */
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
  /** `reversed` once a later journal took it back. */
  status: 'posted' | 'reversed';
  reference: string | null;
  paymentId: string | null;
  subscriptionId: string | null;
  /** The transaction that this one takes back. */
  reversalOf: string | null;
  description: string;
  metadata: Record<string, unknown>;
  rate: Rate | null;
  actor: string;
  effectiveAt: Date;
  createdAt: Date;
};

export type Posted = {
  journalId: string;
  createdAt: Date;
  /** True when the idempotency key was known: nothing was posted, this is the first journal. */
  isReplay: boolean;
  /** What the customer sees of it; empty for a journal that touches no available wallet. */
  transactions: { id: string; amount: Amount; balanceAfter: Amount }[];
};

export type Balance = {
  currency: string;
  /** May be spent. */
  available: Amount;
  /** Held or set aside. */
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
  /** Given up by a job after this time; for ever unless told. */
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
  /** Exact, any of. */
  types?: readonly TransactionType[] | undefined;
  direction?: 'credit' | 'debit' | undefined;
  currency?: string | undefined;
  /** Exact, whatever the case of its letters. */
  reference?: string | undefined;
  paymentId?: string | undefined;
  subscriptionId?: string | undefined;
  /** Decimal text; compared with the amount without its sign. */
  amountMin?: string | undefined;
  amountMax?: string | undefined;
  /** Inclusive. */
  createdAfter?: Date | undefined;
  /** Exclusive. */
  createdBefore?: Date | undefined;
  /** In description and reference. */
  search?: string | undefined;
  /** Leaves out what a later journal took back, and that journal, if both are before the end. */
  withoutReversed?: boolean | undefined;
};
/** Wire words, comma separated: created_at, amount. `-created_at` unless told. */
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
  /** The first moment of the day (7d, 30d, 90d), week (1y) or month (all), in UTC. */
  at: Date;
  credit: Amount;
  debit: Amount;
  /** At the end of that time. */
  balance: Amount;
};
export type Statistics = {
  currency: string;
  period: StatisticsPeriod;
  count: number;
  credit: Amount;
  debit: Amount;
  net: Amount;
  /** Of the amounts without their signs. */
  average: Amount;
  /** By the amount without its sign. */
  largest: { id: string; amount: Amount } | null;
  /** How many transactions, whatever the period. */
  recent: { last24h: number; last7d: number; last30d: number };
  byType: Record<TransactionType, TypeTotals>;
  byStatus: { posted: number; reversed: number };
  series: SeriesPoint[];
};

export type Ledger = {
  /**
   * Posts a journal in one round trip; inside `tx` it exists only when that commits. A known
   * idempotency key gives the first journal back. Throws InsufficientBalance with nothing written
   * and the transaction still usable, IdempotencyConflict for a key of a different journal.
   */
  post(db: Db, journal: JournalDraft): Promise<Posted>;
  /** Sets money aside without a journal. Throws InsufficientBalance, IdempotencyConflict. */
  hold(db: Db, hold: HoldDraft): Promise<Hold>;
  /** Gives a hold up. Released already: no change. Throws HoldNotOpen for a captured one. */
  release(db: Db, holdId: string): Promise<Hold>;
  /**
   * Posts a journal from the held money and closes the hold; what the journal leaves is free again.
   * Throws HoldNotOpen, HoldExceeded when the journal takes more than was held.
   */
  capture(db: Db, holdId: string, journal: JournalDraft): Promise<Posted>;
  /**
   * Posts the opposite of a whole journal, of the same type and references. A journal is reversed
   * once: again gives the first reversal. Throws JournalNotFound, NotReversible for a reversal.
   */
  reverse(
    db: Db,
    journalId: string,
    details: Pick<JournalDetails, 'actor'> &
      Partial<Pick<JournalDetails, 'description' | 'metadata' | 'mayOverdraw' | 'effectiveAt'>>,
  ): Promise<Posted>;

  /** Whether a customer's wallet may fall below zero: an agreed credit line. */
  allowNegative(db: Db, accountId: number, currency: string, isAllowed: boolean): Promise<void>;

  /** One row a currency that the account ever had; none for a new account. */
  balances(db: Db, accountId: number): Promise<WalletBalance[]>;
  /** What may be spent of several customers' wallets; wallets that do not exist are left out. */
  readAvailable(
    db: Db,
    accountIds: readonly number[],
  ): Promise<{ accountId: number; amount: Amount }[]>;
  /** As it was at a moment. Zero and without a last transaction before the first posting. */
  balanceAt(db: Db, accountId: number, currency: string, at: Date): Promise<WalletBalance>;
  /** Without an account it searches all accounts: for staff only. */
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
  /** Everything that fits, in order, a page at a time: little memory, and no transaction held. */
  streamTransactions(
    db: Db,
    filter: TransactionFilter,
    options?: { ordering?: string | undefined; batchSize?: number },
  ): AsyncIterable<Transaction>;
  /** One row a currency: over several currencies nothing is ever summed. */
  sumTransactions(db: Db, filter: TransactionFilter): Promise<Totals[]>;
  /** All seven types, zeros kept. */
  sumByType(
    db: Db,
    filter: Pick<TransactionFilter, 'accountId' | 'types' | 'createdAfter' | 'createdBefore'> & {
      currency: string;
    },
  ): Promise<Record<TransactionType, TypeTotals>>;
  /** Credits less debits of some types in each of the times; each ends where the next starts. */
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
