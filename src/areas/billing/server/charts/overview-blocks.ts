// The blocks of the overview. Each is read separately, so that one can fail without the others.

import { z } from 'zod';
import {
  listRecentPayments,
  listRecentTransactions,
  readBalance,
  readPaymentFigures,
} from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { SummaryProviders } from '#kernel/ports.ts';
import { dayMs } from '#lib/durations.ts';
import type { OverviewWire } from '../../wire/overview.ts';
import { readKeyTotals } from '../keys/key-totals-store.ts';
import { readSpending } from '../spending/read-spending.ts';
import { serializeSummaries } from '../subscriptions/serialize-subscription.ts';
import { findLive } from '../subscriptions/subscription-store.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';

const expiringDays = 7;
const recentMax = 10;
const currency = 'USD';

export type OverviewDeps = Subscriptions & { summaries: SummaryProviders };
type Metrics = OverviewWire['metrics'];

export async function readBalanceBlock({ payments }: Subscriptions, db: Db, accountId: number) {
  const { balances, at, ...balance } = await readBalance(payments, db, accountId, { currency });
  const metrics = { ...balance, has_transactions: balance.last_transaction_at !== null };
  const debts = balances.filter((one) => Number(one.available) < 0);
  return { metrics, debts };
}
export type BalanceBlock = Awaited<ReturnType<typeof readBalanceBlock>>;

/** The whole subscription; the metrics are derived from it. */
export async function readPlanBlock(deps: Subscriptions, db: Db, accountId: number) {
  const live = await findLive(db, accountId);
  if (!live) return null;
  const [plan] = await serializeSummaries(deps, db, [live]);
  return {
    ...plan!,
    spending: await readSpending(db, accountId, deps.kernel.clock.now()),
    hasCountry: await deps.payments.hasBillingCountry(db, accountId),
  };
}
export type PlanBlock = Awaited<ReturnType<typeof readPlanBlock>>;

export const toPlanMetrics = (plan: PlanBlock): Metrics['subscription'] =>
  plan && {
    tariff: plan.tariff,
    status: plan.status,
    status_display: plan.status_display,
    is_active: plan.is_active,
    days_remaining: plan.days_remaining,
    requests_per_day: plan.limits.requests_per_day,
    requests_this_period: plan.usage.requests_this_period,
    requests_per_month: plan.limits.requests_per_month,
    usage_percentage: plan.usage.percentage,
    resets_at: plan.usage.resets_at,
    expires_at: plan.expires_at,
    cancel_at_period_end: plan.cancel_at_period_end,
    currency: plan.currency,
    at_most: plan.spending.at_most,
  };

export async function readKeysBlock({ kernel }: Subscriptions, db: Db, accountId: number) {
  const now = kernel.clock.now();
  const expiringBefore = new Date(now.getTime() + expiringDays * dayMs);
  const row = await readKeyTotals(db, accountId, { now, expiringBefore });
  const metrics = {
    total_keys: Number(row.total),
    active_keys: Number(row.active),
    expired_keys: Number(row.expired),
    expiring_soon_count: Number(row.expiring),
    total_requests: Number(row.requests),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    most_used_key_name: row.most_used_name,
    most_used_key_requests: Number(row.most_used_requests ?? 0),
  };
  const first = row.first_to_end &&
    row.first_ends_at && { name: row.first_to_end, endsAt: row.first_ends_at };
  return { metrics, first: first || null };
}
export type KeysBlock = Awaited<ReturnType<typeof readKeysBlock>>;

export const readPaymentsBlock = ({ payments }: Subscriptions, db: Db, accountId: number) =>
  readPaymentFigures(payments, db, accountId, currency);

export const readRecentPayments = (db: Db, accountId: number) =>
  listRecentPayments(db, accountId, recentMax);

/** Of any age. */
export const listPartiallyPaidPayments = (db: Db, accountId: number) =>
  listRecentPayments(db, accountId, recentMax, ['partially_paid']);

export const readRecentTransactions = ({ payments }: Subscriptions, db: Db, accountId: number) =>
  listRecentTransactions(payments, db, accountId, recentMax);

/** Name of the support area's summary provider, if there is one. */
export const supportSummary = 'support';
const SupportSummary = z.object({
  open_tickets: z.int(),
  unanswered_messages_count: z.int(),
});

export async function readSupportBlock(
  { summaries }: OverviewDeps,
  accountId: number,
): Promise<Metrics['support']> {
  if (!summaries.has(supportSummary)) return null;
  return SupportSummary.parse(await summaries.read(supportSummary, accountId));
}
