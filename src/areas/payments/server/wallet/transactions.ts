// Transactions, totals and balances of a wallet, serialized from the ledger's figures.
import type {
  SeriesPoint,
  Totals,
  Transaction,
  TransactionFilter,
  WalletBalance,
} from '#areas/ledger/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { InvalidInput } from '#kernel/http/errors.ts';
import { isCurrency } from '#lib/currencies.ts';
import { formatAmount } from '#lib/format-money.ts';
import { type Amount, negate, toAmount, toDecimalText, zero } from '#lib/money.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type {
  BalanceWire,
  StatisticsWire,
  TransactionWire,
} from '../../wire/transaction-schemas.ts';
import {
  describeTransactionType,
  spendTypes,
  type TransactionType,
  transactionTypeLabels,
  transactionTypes,
} from '../../wire/transactions.constants.ts';
import type { Payments } from '../context.ts';
import { type PaymentRow, sumPending } from '../payments/payment-store.ts';

const currencyDefault = 'USD';

/** All transactions of a customer, or those of one payment. */
export type Scope = { accountId: number; payment: PaymentRow | null };

export type ListQuery = {
  type?: TransactionType[] | undefined;
  direction?: 'credit' | 'debit' | undefined;
  currency?: string | undefined;
  reference?: string | undefined;
  payment?: string | undefined;
  min_amount?: string | undefined;
  max_amount?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  search?: string | undefined;
};

export function toFilter({ accountId, payment }: Scope, query: ListQuery): TransactionFilter {
  const time = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return {
    accountId,
    types: query.type,
    direction: query.direction,
    currency: query.currency,
    reference: query.reference,
    paymentId: payment?.id ?? query.payment,
    amountMin: query.min_amount,
    amountMax: query.max_amount,
    createdAfter: time(query.created_after),
    createdBefore: time(query.created_before),
    search: query.search,
  };
}

/** The currency of totals. Throws InvalidInput for an unknown one. */
export function readCurrency(requested: string | undefined, scope?: Scope): string {
  const code = requested ?? scope?.payment?.currency ?? currencyDefault;
  if (!isCurrency(code)) throw new InvalidInput({ currency: [`"${code}" is not a valid choice.`] });
  return code;
}

export async function findByReference(
  { ledger }: Payments,
  db: Db,
  scope: Scope,
  query: { reference: string; currency?: string | undefined },
  page: PageRequest,
) {
  const currency = readCurrency(query.currency, scope);
  const filter = toFilter(scope, { reference: query.reference });
  const [{ transactions, total }, sums] = await Promise.all([
    ledger.listTransactions(db, filter, page),
    ledger.sumTransactions(db, filter),
  ]);
  return { total, results: transactions.map(toTransaction), currency, ...totalsIn(sums, currency) };
}

const netIn = (sums: readonly Totals[], currency: string): Amount =>
  sums.find((one) => one.currency === currency)?.net ?? zero(currency);

function totalsIn(sums: readonly Totals[], currency: string) {
  const none = zero(currency);
  const found = sums.find((one) => one.currency === currency);
  return {
    total_credit: toDecimalText(found?.credit ?? none),
    total_debit: toDecimalText(found?.debit ?? none),
    net: toDecimalText(netIn(sums, currency)),
  };
}

export async function readPaymentBalance({ ledger }: Payments, db: Db, payment: PaymentRow) {
  const { currency } = payment;
  const filter = { accountId: payment.account_id, paymentId: payment.id };
  const sums = await ledger.sumTransactions(db, filter);
  return {
    payment: payment.id,
    currency,
    ...totalsIn(sums, currency),
    refunded: toCurrencyText(payment.amount_refunded, currency),
    transactions_count: sums.reduce((count, one) => count + one.count, 0),
  };
}

type ByTypeQuery = {
  type?: TransactionType[] | undefined;
  currency?: string | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
};

export async function readByType(
  { ledger, kernel }: Payments,
  db: Db,
  scope: Scope,
  query: ByTypeQuery,
) {
  const currency = readCurrency(query.currency, scope);
  const filter = toFilter(scope, {
    type: query.type,
    created_after: query.created_after,
    created_before: query.created_before,
  });
  const sums = await ledger.sumByType(db, { ...filter, currency });
  return {
    type_stats: mapTypes((type) => ({
      name: transactionTypeLabels[type],
      total_transactions: sums[type].count,
      total_amount: toDecimalText(sums[type].total),
      average_amount: toDecimalText(sums[type].average),
      last_at: sums[type].lastAt?.toISOString() ?? null,
    })),
    currency,
    generated_at: kernel.clock.now().toISOString(),
  };
}

export const mapTypes = <T>(of: (type: TransactionType) => T) =>
  Object.fromEntries(transactionTypes.map((type) => [type, of(type)])) as Record<
    TransactionType,
    T
  >;

type StatisticsQuery = { period: StatisticsWire['period']; currency?: string | undefined };

export async function readStatistics(
  { ledger, kernel }: Payments,
  db: Db,
  scope: Scope,
  query: StatisticsQuery,
): Promise<StatisticsWire> {
  const currency = readCurrency(query.currency, scope);
  const found = await ledger.statistics(db, scope.accountId, currency, query.period);
  return {
    currency,
    total_count: found.count,
    total_credit: toDecimalText(found.credit),
    total_debit: toDecimalText(found.debit),
    net: toDecimalText(found.net),
    average_amount: toDecimalText(found.average),
    largest: found.largest && {
      uuid: found.largest.id,
      amount: toDecimalText(found.largest.amount),
    },
    time_breakdown: {
      last_24h: found.recent.last24h,
      last_7d: found.recent.last7d,
      last_30d: found.recent.last30d,
    },
    type_breakdown: mapTypes((type) => ({
      count: found.byType[type].count,
      total_amount: toDecimalText(found.byType[type].total),
    })),
    status_breakdown: found.byStatus,
    series: found.series.map(toPoint),
    period: query.period,
    generated_at: kernel.clock.now().toISOString(),
  };
}

export const toPoint = ({ at, credit, debit, balance }: SeriesPoint) => ({
  x: at.toISOString(),
  credit: toDecimalText(credit),
  debit: toDecimalText(debit),
  balance: toDecimalText(balance),
});

/** The current balance, or that at a time. */
export async function readBalance(
  { ledger, kernel }: Payments,
  db: Db,
  accountId: number,
  query: { currency?: string | undefined; at?: string | undefined },
): Promise<Omit<BalanceWire, 'statements_from'>> {
  const currency = readCurrency(query.currency);
  const now = kernel.clock.now();
  const at = query.at === undefined ? now : new Date(query.at);
  const isPast = query.at !== undefined && at < now;
  const [wallets, pending] = await Promise.all([
    ledger.balances(db, accountId),
    isPast ? [] : sumPending(db, accountId),
  ]);
  const balances = isPast ? await readPastBalances(ledger, db, accountId, wallets, at) : wallets;
  const end = isPast ? { createdBefore: new Date(at.getTime() + 1) } : {};
  const of = { accountId, currency, withoutReversed: true, ...end };
  const [spending, deposits] = await Promise.all([
    ledger.sumTransactions(db, { ...of, types: spendTypes }),
    ledger.sumTransactions(db, { ...of, types: ['deposit'] }),
  ]);
  const own = balances.find((one) => one.currency === currency);
  const none = zero(currency);
  const available = own?.available ?? none;
  return {
    balances: toBalances(balances, pending),
    currency,
    available: toDecimalText(available),
    reserved: toDecimalText(own?.reserved ?? none),
    total_deposited: totalsIn(deposits, currency).total_credit,
    total_spent: toDecimalText(negate(netIn(spending, currency))),
    last_transaction_at: own?.lastTransactionAt?.toISOString() ?? null,
    balance_display: formatAmount(available),
    is_empty: balances.length === 0,
    at: at.toISOString(),
  };
}

/** The wallets that existed at a time. */
async function readPastBalances(
  ledger: Payments['ledger'],
  db: Db,
  accountId: number,
  wallets: readonly WalletBalance[],
  at: Date,
): Promise<WalletBalance[]> {
  const past = await Promise.all(
    wallets.map(({ currency }) => ledger.balanceAt(db, accountId, currency, at)),
  );
  return past.filter(({ lastTransactionAt }) => lastTransactionAt !== null);
}

/** Includes currencies that only have pending money and no wallet yet. */
function toBalances(
  wallets: readonly WalletBalance[],
  pending: readonly { currency: string; amount: string }[],
) {
  const codes = new Set([...wallets, ...pending].map(({ currency }) => currency));
  return [...codes].map((currency) => {
    const wallet = wallets.find((one) => one.currency === currency);
    const none = zero(currency);
    const pendingAmount = pending.find((one) => one.currency === currency)?.amount;
    const available = wallet?.available ?? none;
    return {
      currency,
      available: toDecimalText(available),
      reserved: toDecimalText(wallet?.reserved ?? none),
      pending:
        pendingAmount === undefined ? toDecimalText(none) : toCurrencyText(pendingAmount, currency),
      total: toDecimalText(wallet?.total ?? none),
      balance_display: formatAmount(available),
    };
  });
}

const toCurrencyText = (text: string, currency: string): string =>
  toDecimalText(toAmount(text, currency));

export function toTransaction(one: Transaction): TransactionWire {
  return {
    uuid: one.id,
    user: one.accountId,
    transaction_type: one.type,
    type_display: describeTransactionType(one),
    direction: one.direction,
    amount: toDecimalText(one.amount),
    currency: one.amount.currency,
    balance_before: toDecimalText(one.balanceBefore),
    balance_after: toDecimalText(one.balanceAfter),
    status: one.status,
    reference: one.reference,
    payment: one.paymentId,
    subscription: one.subscriptionId,
    reversal_of: one.reversalOf,
    description: one.description,
    metadata: one.metadata,
    amount_display: formatAmount(one.amount, { isSigned: true }),
    is_credit: one.direction === 'credit',
    is_debit: one.direction === 'debit',
    created_at: one.createdAt.toISOString(),
  };
}
