// The figures of a chart by bucket.

import type { TransactionType } from '#areas/ledger/server/index.ts';
import {
  type PaymentSum,
  readPaymentsOverTime,
  receivedTypes,
  spendTypes,
} from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { dayMs } from '#lib/durations.ts';
import { type Amount, negate } from '#lib/money.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { type SumKey, sumUsage, type UsageSum } from '../usage/lists/sum-store.ts';
import { ceilHour, floorHour, hourAfter, type UsageFilter } from '../usage/lists/usage-filter.ts';
import { findSummedUntil } from '../usage/metering/partition-store.ts';
import type { ChartBuckets } from './chart-buckets.ts';

/** Retention of hourly sums. */
const hoursDays = 90;

export type FiguresQuery = {
  accountId: number;
  currency: string;
  buckets: ChartBuckets;
  /** Applies to requests only. */
  filter?: Partial<UsageFilter>;
  /** An additional key for requests. */
  splitBy?: SumKey | undefined;
};

export type Figures = {
  /** By bucket. */
  spent: Amount[];
  /** By bucket. */
  received: Amount[];
  /** By bucket, status and currency. */
  payments: PaymentSum[];
  /** By bucket, and by `splitBy`. */
  requests: UsageSum[];
};

export async function readFigures(
  deps: Subscriptions,
  db: Db,
  query: FiguresQuery,
): Promise<Figures> {
  const { accountId, currency, buckets } = query;
  const readNet = (types: readonly TransactionType[]) =>
    deps.ledger.netOverTime(db, accountId, currency, { types, ...buckets });
  const [spent, received, payments, requests] = await Promise.all([
    readNet(spendTypes),
    readNet(receivedTypes),
    readPaymentsOverTime(db, accountId, buckets),
    sumRequests(deps, db, query),
  ]);
  return { spent: spent.map(negate), received, payments, requests };
}

async function sumRequests(
  { kernel }: Subscriptions,
  db: Db,
  query: FiguresQuery,
): Promise<UsageSum[]> {
  const { accountId, buckets, filter, splitBy } = query;
  const now = kernel.clock.now();
  const { starts, until } = buckets;
  // The current hour is complete as counted; an earlier period ends at its minute.
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
  status === 'completed';
/** Ended, and its money did not stay. */
export const hasFailed = ({ status }: Pick<PaymentSum, 'status'>): boolean =>
  status === 'failed' || status === 'expired' || status === 'refunded';
