// Breakdowns of a metric by key, endpoint group, status or currency.

import { STATUS_CODES } from 'node:http';
import { paymentStatusLabels, receivedTypes, spendTypes } from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { capitalize } from '#lib/format.ts';
import { negate, toDecimalText } from '#lib/money.ts';
import type { ChartGrouping, DetailedChartWire } from '../../wire/charts.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { findKeyNames } from '../usage/lists/record-store.ts';
import type { SumKey, UsageSum } from '../usage/lists/sum-store.ts';
import type { ChartBuckets } from './chart-buckets.ts';
import type { Figures } from './chart-figures.ts';
import { type Group, readGroupKey, sessionsKey } from './chart-series.ts';

type Breakdown = DetailedChartWire['breakdown'];

export const splitKeys: Partial<Record<ChartGrouping, SumKey>> = {
  api_key: 'api_key',
  endpoint_group: 'endpoint_group',
  status: 'status',
};

/** Groups of requests with their labels, largest first. */
export async function groupRequests(
  db: Db,
  requests: readonly UsageSum[],
  grouping: ChartGrouping,
): Promise<Group[]> {
  const counts = new Map<string, number>();
  for (const sum of requests) {
    const key = readGroupKey(sum);
    counts.set(key, (counts.get(key) ?? 0) + sum.requests);
  }
  const ids = grouping === 'api_key' ? [...counts.keys()].filter((key) => key !== sessionsKey) : [];
  const keyNames = await findKeyNames(db, ids);
  return [...counts]
    .map(([key, count]) => ({ key, label: labelGroup(key, grouping, keyNames), count }))
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
}

function labelGroup(key: string, grouping: ChartGrouping, keyNames: Map<string, string>): string {
  if (grouping === 'api_key' && key !== sessionsKey) return keyNames.get(key) ?? key;
  if (grouping === 'status') return `${key} ${STATUS_CODES[key] ?? ''}`.trim();
  return capitalize(key);
}

export function breakDownRequests(groups: readonly Group[]): Breakdown {
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  return groups.map(({ key, label, count }) => toPart(key, label, count, all));
}

const toPart = (key: string, label: string, count: number, all: number) => ({
  key,
  label,
  value: String(count),
  percent: Math.round((count / all) * 1000) / 10,
});

/** By status. */
export function breakDownPayments(payments: Figures['payments']): Breakdown {
  const sumCounts = (own: Figures['payments']) =>
    own.reduce((sum, { count }) => sum + Number(count), 0);
  return [...Map.groupBy(payments, ({ status }) => status)]
    .map(([status, own]) =>
      toPart(status, paymentStatusLabels[status], sumCounts(own), sumCounts(payments)),
    )
    .sort((a, b) => Number(b.value) - Number(a.value));
}

type MoneyQuery = { accountId: number; buckets: ChartBuckets; metric: 'spend' | 'payments' };

/** What was spent or received, by currency. */
export async function breakDownMoney(
  { ledger }: Subscriptions,
  db: Db,
  { accountId, buckets: { starts, until }, metric }: MoneyQuery,
): Promise<Breakdown> {
  const isSpend = metric === 'spend';
  const sums = await ledger.sumTransactions(db, {
    accountId,
    types: isSpend ? spendTypes : receivedTypes,
    createdAfter: starts[0],
    createdBefore: until,
  });
  return sums.map(({ currency, net }) => ({
    key: currency,
    label: currency,
    value: toDecimalText(isSpend ? negate(net) : net),
    percent: null,
  }));
}
