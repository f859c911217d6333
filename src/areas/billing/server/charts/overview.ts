// The overview: all blocks are read concurrently, and one that fails is null.
import type { Db } from '#kernel/database/database.ts';
import type { OverviewWire } from '../../wire/overview.ts';
import { readUsageAlerts } from '../usage/alerts/alerts.ts';
import { listAlerts } from './overview-alerts.ts';
import * as blocks from './overview-blocks.ts';
import { readChart } from './read-chart.ts';

const chart = { period: '30d', metric: 'spend', timezone: 'UTC', currency: undefined } as const;

export async function readOverview(
  deps: blocks.OverviewDeps,
  db: Db,
  accountId: number,
): Promise<OverviewWire> {
  const { log, clock } = deps.kernel;
  const missing: string[] = [];
  /** `name` is the display name of the block in the alert. */
  async function settle<T>(name: string, work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (err) {
      log.error({ err, block: name, account: accountId }, 'a part of the overview failed');
      missing.push(name);
      return null;
    }
  }
  const [balance, plan, keys, payments, support, recentPayments, partPaid, ...rest] =
    await Promise.all([
      settle('Your balance', blocks.readBalanceBlock(deps, db, accountId)),
      settle('Your plan', blocks.readPlanBlock(deps, db, accountId)),
      settle('Your keys', blocks.readKeysBlock(deps, db, accountId)),
      settle('The figures of your payments', blocks.readPaymentsBlock(deps, db, accountId)),
      settle('Your tickets', blocks.readSupportBlock(deps, accountId)),
      settle('Your latest payments', blocks.readRecentPayments(db, accountId)),
      settle('Your unfinished payments', blocks.listPartiallyPaidPayments(db, accountId)),
      settle('Your latest transactions', blocks.readRecentTransactions(deps, db, accountId)),
      settle('The chart', readChart(deps, db, accountId, chart)),
      settle('Your quotas', readUsageAlerts(db, accountId, clock.now())),
    ]);
  const [transactions, chartData, usage] = rest;
  const now = clock.now();
  const debts = balance?.debts ?? [];
  const facts = { debts, plan, keys, partPaid, support, usage, missing };
  return {
    metrics: {
      balance: balance?.metrics ?? null,
      subscription: blocks.toPlanMetrics(plan),
      api_keys: keys?.metrics ?? null,
      payments,
      support,
    },
    recent_payments: recentPayments,
    recent_transactions: transactions,
    chart_data: chartData,
    alerts: listAlerts(facts, now),
    generated_at: now.toISOString(),
  };
}
