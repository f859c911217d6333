import { toDecimal } from '#lib/decimal.ts';
import {
  type Amount,
  addAmounts,
  amountOf,
  roundToAmount,
  subtractAmounts,
  zero,
} from '#lib/money.ts';
import type { Kernel } from '#server/kernel.ts';
import { readBalanceAt } from './balance-store.ts';
import { type TransactionType, transactionTypes } from './journals.ts';
import type { Ledger, SeriesPoint, Statistics, StatisticsPeriod, TypeTotals } from './ledger.ts';
import {
  type BucketRow,
  type BucketUnit,
  countRecent,
  countReversed,
  findLargest,
  sumByTime,
  sumNet,
} from './statistics-store.ts';
import { listWallets } from './transaction-store.ts';

type Deps = Pick<Kernel, 'database' | 'clock'>;

const dayMs = 86_400_000;
const periods: Record<StatisticsPeriod, { days: number | null; unit: BucketUnit }> = {
  '7d': { days: 7, unit: 'day' },
  '30d': { days: 30, unit: 'day' },
  '90d': { days: 90, unit: 'day' },
  '1y': { days: 365, unit: 'week' },
  all: { days: null, unit: 'month' },
};

export async function sumByType(
  { database }: Deps,
  filter: Parameters<Ledger['sumByType']>[0],
): Promise<Record<TransactionType, TypeTotals>> {
  const { accountId, currency, types, createdAfter = null, createdBefore = null } = filter;
  const [wallet] = await listWallets(database.read, accountId, currency);
  const rows = wallet
    ? await sumByTime(database.read, wallet.id, 'month', createdAfter, createdBefore)
    : [];
  const wanted = types?.length ? rows.filter((row) => types.includes(row.transaction_type)) : rows;
  return totalsByType(wanted, currency);
}

export async function netOverTime(
  { database }: Deps,
  accountId: number,
  currency: string,
  { types, starts, until }: Parameters<Ledger['netOverTime']>[2],
): Promise<Amount[]> {
  const [wallet] = await listWallets(database.read, accountId, currency);
  const rows = wallet ? await sumNet(database.read, wallet.id, types, { starts, until }) : [];
  return starts.map((_, at) => {
    const row = rows.find(({ time }) => time === at + 1);
    return row ? amountOf(row.net, currency) : zero(currency);
  });
}

export async function statistics(
  { database, clock }: Deps,
  accountId: number,
  currency: string,
  period: StatisticsPeriod,
): Promise<Statistics> {
  const db = database.read;
  const now = clock.now();
  const { days, unit } = periods[period];
  const since = days === null ? null : startOf(unit, new Date(now.getTime() - (days - 1) * dayMs));
  const [wallet] = await listWallets(db, accountId, currency);
  const ago = (count: number) => new Date(now.getTime() - count * dayMs);
  const recentDates = { day: ago(1), week: ago(7), month: ago(30) };
  const [rows, largest, recent, reversed, opening] = wallet
    ? await Promise.all([
        sumByTime(db, wallet.id, unit, since),
        findLargest(db, wallet.id, since),
        countRecent(db, wallet.id, recentDates),
        countReversed(db, accountId, wallet.id, since),
        since ? readBalanceAt(db, accountId, currency, new Date(since.getTime() - 1)) : null,
      ])
    : [[], undefined, { day: 0n, week: 0n, month: 0n }, 0, null];
  const count = rows.reduce((sum, row) => sum + Number(row.count), 0);
  const credit = sumOf(rows, 'credit', currency);
  const debit = sumOf(rows, 'debit', currency);
  return {
    currency,
    period,
    count,
    credit,
    debit,
    net: subtractAmounts(credit, debit),
    average: averageOf(addAmounts(credit, debit), count),
    largest: largest
      ? { id: largest.transaction_id, amount: amountOf(largest.amount, currency) }
      : null,
    recent: {
      last24h: Number(recent.day),
      last7d: Number(recent.week),
      last30d: Number(recent.month),
    },
    byType: totalsByType(rows, currency),
    byStatus: { posted: count - reversed, reversed },
    series: seriesOf(rows, {
      unit,
      first: since ?? rows[0]?.at ?? startOf(unit, now),
      now,
      opening: amountOf(opening?.available ?? '0', currency),
    }),
  };
}

function sumOf(rows: readonly BucketRow[], column: 'credit' | 'debit', currency: string): Amount {
  return rows.reduce(
    (sum, row) => addAmounts(sum, amountOf(row[column], currency)),
    zero(currency),
  );
}

const averageOf = (total: Amount, count: number): Amount =>
  count === 0 ? total : roundToAmount(toDecimal(total).div(count), total.currency);

function totalsByType(
  rows: readonly BucketRow[],
  currency: string,
): Record<TransactionType, TypeTotals> {
  const totals = transactionTypes.map((type) => {
    const own = rows.filter((row) => row.transaction_type === type);
    const count = own.reduce((sum, row) => sum + Number(row.count), 0);
    const total = subtractAmounts(sumOf(own, 'credit', currency), sumOf(own, 'debit', currency));
    const lastMs = Math.max(...own.map((row) => row.last_at.getTime()));
    return [
      type,
      {
        count,
        total,
        average: averageOf(total, count),
        lastAt: own.length > 0 ? new Date(lastMs) : null,
      },
    ] as const;
  });
  return Object.fromEntries(totals) as Record<TransactionType, TypeTotals>;
}

/** Every time from the first to now, those without transactions too. */
function seriesOf(
  rows: readonly BucketRow[],
  { unit, first, now, opening }: { unit: BucketUnit; first: Date; now: Date; opening: Amount },
): SeriesPoint[] {
  const byTime = Map.groupBy(rows, ({ at }) => at.getTime());
  const series: SeriesPoint[] = [];
  let balance = opening;
  for (let at = first; at <= now; at = nextOf(unit, at)) {
    const own = byTime.get(at.getTime()) ?? [];
    const credit = sumOf(own, 'credit', opening.currency);
    const debit = sumOf(own, 'debit', opening.currency);
    balance = subtractAmounts(addAmounts(balance, credit), debit);
    series.push({ at, credit, debit, balance });
  }
  return series;
}

/** As PostgreSQL's date_trunc in UTC: a week begins on Monday. */
function startOf(unit: BucketUnit, at: Date): Date {
  const day = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  if (unit === 'day') return new Date(day);
  if (unit === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  return new Date(day - ((at.getUTCDay() + 6) % 7) * dayMs);
}

function nextOf(unit: BucketUnit, at: Date): Date {
  if (unit === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
  return new Date(at.getTime() + (unit === 'day' ? 1 : 7) * dayMs);
}
