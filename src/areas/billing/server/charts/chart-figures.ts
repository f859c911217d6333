// The numbers behind a chart, each in its place among the chart's times.
import { type PaymentSum, readPaymentsOverTime } from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { type Amount, amountOf, negate, zero } from '#lib/money.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { findSummedUntil } from '../usage/partition-store.ts';
import { type SumKey, sumUsage, type UsageSum } from '../usage/sum-store.ts';
import { ceilHour, floorHour, hourAfter, type UsageFilter } from '../usage/usage-filter.ts';
import type { ChartTimes } from './chart-times.ts';

/** What counts as spent: reversals are of the same types and take it off again. */
export const spendTypes = ['charge', 'fee'] as const;
const dayMs = 86_400_000;
/** Hours are kept for so long. */
const hoursDays = 90;

export type FiguresQuery = {
  accountId: number;
  currency: string;
  times: ChartTimes;
  /** Of requests alone. */
  filter?: Partial<UsageFilter>;
  /** Requests are told apart by it as well. */
  splitBy?: SumKey | undefined;
};

export type Figures = {
  /** By time. */
  spent: Amount[];
  /** By time, status and currency. */
  payments: PaymentSum[];
  /** By time, and by what they were split by. */
  requests: UsageSum[];
};

export async function readFigures(
  deps: Subscriptions,
  db: Db,
  query: FiguresQuery,
): Promise<Figures> {
  const { accountId, currency, times } = query;
  const [net, payments, requests] = await Promise.all([
    deps.ledger.netOverTime(db, accountId, currency, { types: spendTypes, ...times }),
    readPaymentsOverTime(db, accountId, times),
    sumRequests(deps, db, query),
  ]);
  return { spent: net.map(negate), payments, requests };
}

async function sumRequests(
  { kernel }: Subscriptions,
  db: Db,
  query: FiguresQuery,
): Promise<UsageSum[]> {
  const { accountId, times, filter, splitBy } = query;
  const now = kernel.clock.now();
  const { starts, until } = times;
  // Up to now the running hour is all there is of it; a time before is cut at its minute.
  const to = until >= now ? hourAfter(floorHour(now)) : until;
  const range = { accountId, from: ceilHour(starts[0]!), to };
  const sinceMs = Math.floor(now.getTime() / dayMs - hoursDays) * dayMs;
  const keys: SumKey[] = splitBy ? ['time', splitBy] : ['time'];
  const daysUntil = await findSummedUntil(db);
  const options = { starts, hoursSince: new Date(sinceMs), daysUntil };
  const sums = await sumUsage(db, { ...filter, ...range }, keys, options);
  return sums.filter(({ keys: [time], requests }) => time !== '0' && requests !== 0);
}

export const isCompleted = ({ status }: Pick<PaymentSum, 'status'>): boolean =>
  status === 'completed' || status === 'refunded';
export const hasFailed = ({ status }: Pick<PaymentSum, 'status'>): boolean =>
  status === 'failed' || status === 'expired';

/** What a payment brought, when it is of the chart's currency. */
export const broughtBy = (sum: PaymentSum, currency: string): Amount =>
  isCompleted(sum) && sum.currency === currency ? amountOf(sum.credited, currency) : zero(currency);
