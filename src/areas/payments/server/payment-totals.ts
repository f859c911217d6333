// Totals of one payment. It has a handful of transactions, so they are added up here; a wallet's
// are added up by the ledger.
import type { Transaction } from '#areas/ledger/server/index.ts';
import { toDecimal } from '#lib/decimal.ts';
import {
  type Amount,
  absolute,
  addAmounts,
  compareAmounts,
  formatAmount,
  isPositive,
  roundToAmount,
  zero,
} from '#lib/money.ts';
import type { StatisticsWire } from '../contract.ts';
import {
  type TransactionType,
  transactionTypeLabels,
  transactionTypes,
} from '../transaction-types.ts';
import type { PaymentRow } from './payment-store.ts';
import type { Payments } from './payments.ts';
import { mapTypes } from './transactions.ts';

const dayMs = 86_400_000;
const periodDays = { '7d': 7, '30d': 30, '90d': 90, '1y': 365, all: null } as const;

async function readAll(
  { ledger }: Payments,
  payment: PaymentRow,
  currency: string,
  times: { createdAfter?: Date | undefined; createdBefore?: Date | undefined } = {},
): Promise<Transaction[]> {
  const rows: Transaction[] = [];
  const filter = { accountId: payment.account_id, paymentId: payment.id, currency, ...times };
  for await (const one of ledger.streamTransactions(filter)) rows.push(one);
  return rows;
}

const sumOf = (rows: readonly Transaction[], currency: string): Amount =>
  rows.reduce((sum, { amount }) => addAmounts(sum, amount), zero(currency));

const averageOf = (sum: Amount, count: number): Amount =>
  count === 0 ? sum : roundToAmount(toDecimal(sum).div(count), sum.currency);

export async function readTypesOfPayment(
  payments: Payments,
  payment: PaymentRow,
  query: {
    currency: string;
    types?: readonly TransactionType[] | undefined;
    createdAfter?: Date | undefined;
    createdBefore?: Date | undefined;
  },
) {
  const { currency, types = transactionTypes, createdAfter, createdBefore } = query;
  const rows = await readAll(payments, payment, currency, { createdAfter, createdBefore });
  return {
    type_stats: mapTypes((type) => {
      const own = types.includes(type) ? rows.filter((one) => one.type === type) : [];
      const total = sumOf(own, currency);
      return {
        name: transactionTypeLabels[type],
        total_transactions: own.length,
        total_amount: formatAmount(total),
        average_amount: formatAmount(averageOf(total, own.length)),
        last_at: own[0]?.createdAt.toISOString() ?? null,
      };
    }),
    currency,
    generated_at: payments.kernel.clock.now().toISOString(),
  };
}

export async function readStatisticsOfPayment(
  payments: Payments,
  payment: PaymentRow,
  { currency, period }: { currency: string; period: StatisticsWire['period'] },
): Promise<StatisticsWire> {
  const now = payments.kernel.clock.now();
  const all = await readAll(payments, payment, currency);
  const since = (days: number | null) =>
    days === null
      ? all
      : all.filter((one) => now.getTime() - one.createdAt.getTime() < days * dayMs);
  const rows = since(periodDays[period]);
  const credit = sumOf(
    rows.filter(({ direction }) => direction === 'credit'),
    currency,
  );
  const debit = sumOf(
    rows.filter(({ direction }) => direction === 'debit'),
    currency,
  );
  const largest = [...rows].sort((a, b) =>
    compareAmounts(absolute(b.amount), absolute(a.amount)),
  )[0];
  return {
    currency,
    total_count: rows.length,
    total_credit: formatAmount(credit),
    total_debit: formatAmount(absolute(debit)),
    net: formatAmount(addAmounts(credit, debit)),
    average_amount: formatAmount(averageOf(addAmounts(credit, absolute(debit)), rows.length)),
    largest: largest ? { uuid: largest.id, amount: formatAmount(largest.amount) } : null,
    time_breakdown: {
      last_24h: since(1).length,
      last_7d: since(7).length,
      last_30d: since(30).length,
    },
    type_breakdown: mapTypes((type) => {
      const own = rows.filter((one) => one.type === type);
      return { count: own.length, total_amount: formatAmount(sumOf(own, currency)) };
    }),
    status_breakdown: {
      posted: rows.filter(({ status }) => status === 'posted').length,
      reversed: rows.filter(({ status }) => status === 'reversed').length,
    },
    series: seriesOf(rows.toReversed(), currency),
    period,
    generated_at: now.toISOString(),
  };
}

/** A point for each transaction: the balance is what the payment brought so far. */
function seriesOf(rows: readonly Transaction[], currency: string): StatisticsWire['series'] {
  let balance = zero(currency);
  return rows.map(({ amount, createdAt }) => {
    balance = addAmounts(balance, amount);
    const none = zero(currency);
    return {
      x: createdAt.toISOString(),
      credit: formatAmount(isPositive(amount) ? amount : none),
      debit: formatAmount(isPositive(amount) ? none : absolute(amount)),
      balance: formatAmount(balance),
    };
  });
}
