// A payment has few transactions, so they are summed here; the ledger sums those of a wallet.

import {
  buildSeries,
  type SeriesEntry,
  startOfPeriod,
  type Transaction,
} from '#areas/ledger/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { toDecimal } from '#lib/decimal.ts';
import { dayMs } from '#lib/durations.ts';
import {
  type Amount,
  absolute,
  addAmounts,
  compareAmounts,
  isPositive,
  roundToAmount,
  toDecimalText,
  zero,
} from '#lib/money.ts';
import type { StatisticsWire } from '../../wire/transaction-schemas.ts';
import {
  type TransactionType,
  transactionTypeLabels,
  transactionTypes,
} from '../../wire/transactions.constants.ts';
import type { Payments } from '../context.ts';
import type { PaymentRow } from '../payments/payment-store.ts';
import { mapTypes, toPoint } from './transactions.ts';

async function readAll(
  { ledger }: Payments,
  db: Db,
  payment: PaymentRow,
  currency: string,
  times: { createdAfter?: Date | undefined; createdBefore?: Date | undefined } = {},
): Promise<Transaction[]> {
  const rows: Transaction[] = [];
  const filter = { accountId: payment.account_id, paymentId: payment.id, currency, ...times };
  for await (const one of ledger.streamTransactions(db, filter)) rows.push(one);
  return rows;
}

const sumTransactions = (rows: readonly Transaction[], currency: string): Amount =>
  rows.reduce((sum, { amount }) => addAmounts(sum, amount), zero(currency));

const computeAverage = (sum: Amount, count: number): Amount =>
  count === 0 ? sum : roundToAmount(toDecimal(sum).div(count), sum.currency);

export async function readTypesOfPayment(
  payments: Payments,
  db: Db,
  payment: PaymentRow,
  query: {
    currency: string;
    types?: readonly TransactionType[] | undefined;
    createdAfter?: Date | undefined;
    createdBefore?: Date | undefined;
  },
) {
  const { currency, types = transactionTypes, createdAfter, createdBefore } = query;
  const rows = await readAll(payments, db, payment, currency, { createdAfter, createdBefore });
  return {
    type_stats: mapTypes((type) => {
      const own = types.includes(type) ? rows.filter((one) => one.type === type) : [];
      const total = sumTransactions(own, currency);
      return {
        name: transactionTypeLabels[type],
        total_transactions: own.length,
        total_amount: toDecimalText(total),
        average_amount: toDecimalText(computeAverage(total, own.length)),
        last_at: own[0]?.createdAt.toISOString() ?? null,
      };
    }),
    currency,
    generated_at: payments.kernel.clock.now().toISOString(),
  };
}

export async function readStatisticsOfPayment(
  payments: Payments,
  db: Db,
  payment: PaymentRow,
  { currency, period }: { currency: string; period: StatisticsWire['period'] },
): Promise<StatisticsWire> {
  const now = payments.kernel.clock.now();
  const all = await readAll(payments, db, payment, currency);
  const begin = startOfPeriod(period, now);
  const { rows = [], before = [] } = Object.groupBy(all, ({ createdAt }) =>
    begin === null || createdAt >= begin ? 'rows' : 'before',
  );
  const countSince = (days: number) =>
    all.filter((one) => now.getTime() - one.createdAt.getTime() < days * dayMs).length;
  const credit = sumTransactions(
    rows.filter(({ direction }) => direction === 'credit'),
    currency,
  );
  const debit = sumTransactions(
    rows.filter(({ direction }) => direction === 'debit'),
    currency,
  );
  const largest = [...rows].sort((a, b) =>
    compareAmounts(absolute(b.amount), absolute(a.amount)),
  )[0];
  return {
    currency,
    total_count: rows.length,
    total_credit: toDecimalText(credit),
    total_debit: toDecimalText(absolute(debit)),
    net: toDecimalText(addAmounts(credit, debit)),
    average_amount: toDecimalText(computeAverage(addAmounts(credit, absolute(debit)), rows.length)),
    largest: largest ? { uuid: largest.id, amount: toDecimalText(largest.amount) } : null,
    time_breakdown: {
      last_24h: countSince(1),
      last_7d: countSince(7),
      last_30d: countSince(30),
    },
    type_breakdown: mapTypes((type) => {
      const own = rows.filter((one) => one.type === type);
      return { count: own.length, total_amount: toDecimalText(sumTransactions(own, currency)) };
    }),
    status_breakdown: {
      posted: rows.filter(({ status }) => status === 'posted').length,
      reversed: rows.filter(({ status }) => status === 'reversed').length,
    },
    series: buildSeries(period, {
      entries: rows.map((row) => toEntry(row, currency)),
      now,
      opening: sumTransactions(before, currency),
    }).map(toPoint),
    period,
    generated_at: now.toISOString(),
  };
}

function toEntry({ createdAt: at, amount }: Transaction, currency: string): SeriesEntry {
  const none = zero(currency);
  return isPositive(amount)
    ? { at, credit: amount, debit: none }
    : { at, credit: none, debit: absolute(amount) };
}
