import type { Db } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { toDecimal } from '#lib/decimal.ts';
import { dayMs } from '#lib/durations.ts';
import {
  type Amount,
  addAmounts,
  roundToAmount,
  subtractAmounts,
  toAmount,
  zero,
} from '#lib/money.ts';
import { readBalanceAt } from '../balances/balance-store.ts';
import { type TransactionType, transactionTypes } from '../journals/journals.ts';
import type { Ledger, Statistics, StatisticsPeriod, TypeTotals } from '../ledger.ts';
import { listWallets } from '../transactions/transaction-store.ts';
import { buildSeries, readUnit, startOfPeriod } from './series.ts';
import {
  type BucketRow,
  countRecent,
  countReversed,
  findLargest,
  sumByTime,
  sumNet,
} from './statistics-store.ts';

type Deps = Pick<Kernel, 'clock'>;

export async function sumByType(
  db: Db,
  filter: Parameters<Ledger['sumByType']>[1],
): Promise<Record<TransactionType, TypeTotals>> {
  const { accountId, currency, types, createdAfter = null, createdBefore = null } = filter;
  const [wallet] = await listWallets(db, accountId, currency);
  const rows = wallet ? await sumByTime(db, wallet.id, 'month', createdAfter, createdBefore) : [];
  const matching = types?.length
    ? rows.filter((row) => types.includes(row.transaction_type))
    : rows;
  return totalsByType(matching, currency);
}

export async function netOverTime(
  db: Db,
  accountId: number,
  currency: string,
  { types, starts, until }: Parameters<Ledger['netOverTime']>[3],
): Promise<Amount[]> {
  const [wallet] = await listWallets(db, accountId, currency);
  const rows = wallet ? await sumNet(db, wallet.id, types, { starts, until }) : [];
  return starts.map((_, at) => {
    const row = rows.find(({ time }) => time === at + 1);
    return row ? toAmount(row.net, currency) : zero(currency);
  });
}

export async function statistics(
  { clock }: Deps,
  db: Db,
  accountId: number,
  currency: string,
  period: StatisticsPeriod,
): Promise<Statistics> {
  const now = clock.now();
  const since = startOfPeriod(period, now);
  const [wallet] = await listWallets(db, accountId, currency);
  const ago = (count: number) => new Date(now.getTime() - count * dayMs);
  const recentDates = { day: ago(1), week: ago(7), month: ago(30) };
  const [rows, largest, recent, reversed, opening] = wallet
    ? await Promise.all([
        sumByTime(db, wallet.id, readUnit(period), since),
        findLargest(db, wallet.id, since),
        countRecent(db, wallet.id, recentDates),
        countReversed(db, accountId, wallet.id, since),
        since ? readBalanceAt(db, accountId, currency, new Date(since.getTime() - 1)) : null,
      ])
    : [[], undefined, { day: 0n, week: 0n, month: 0n }, 0, null];
  const count = rows.reduce((sum, row) => sum + Number(row.count), 0);
  const credit = sumColumn(rows, 'credit', currency);
  const debit = sumColumn(rows, 'debit', currency);
  return {
    currency,
    period,
    count,
    credit,
    debit,
    net: subtractAmounts(credit, debit),
    average: computeAverage(addAmounts(credit, debit), count),
    largest: largest
      ? { id: largest.transaction_id, amount: toAmount(largest.amount, currency) }
      : null,
    recent: {
      last24h: Number(recent.day),
      last7d: Number(recent.week),
      last30d: Number(recent.month),
    },
    byType: totalsByType(rows, currency),
    byStatus: { posted: count - reversed, reversed },
    series: buildSeries(period, {
      entries: rows.map((row) => ({
        at: row.at,
        credit: toAmount(row.credit, currency),
        debit: toAmount(row.debit, currency),
      })),
      now,
      opening: toAmount(opening?.available ?? '0', currency),
    }),
  };
}

function sumColumn(
  rows: readonly BucketRow[],
  column: 'credit' | 'debit',
  currency: string,
): Amount {
  return rows.reduce(
    (sum, row) => addAmounts(sum, toAmount(row[column], currency)),
    zero(currency),
  );
}

const computeAverage = (total: Amount, count: number): Amount =>
  count === 0 ? total : roundToAmount(toDecimal(total).div(count), total.currency);

function totalsByType(
  rows: readonly BucketRow[],
  currency: string,
): Record<TransactionType, TypeTotals> {
  const totals = transactionTypes.map((type) => {
    const own = rows.filter((row) => row.transaction_type === type);
    const count = own.reduce((sum, row) => sum + Number(row.count), 0);
    const total = subtractAmounts(
      sumColumn(own, 'credit', currency),
      sumColumn(own, 'debit', currency),
    );
    const lastMs = Math.max(...own.map((row) => row.last_at.getTime()));
    return [
      type,
      {
        count,
        total,
        average: computeAverage(total, count),
        lastAt: own.length > 0 ? new Date(lastMs) : null,
      },
    ] as const;
  });
  return Object.fromEntries(totals) as Record<TransactionType, TypeTotals>;
}
