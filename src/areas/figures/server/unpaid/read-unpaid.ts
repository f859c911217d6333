// Money that did not come, or will not.
import { graceDays } from '#areas/billing/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { streamRows } from '#kernel/http/responses/csv-response.ts';
import { dayMs } from '#lib/durations.ts';
import { subtractAmounts, toAmount, toDecimalText } from '#lib/money.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { shortBalanceDays } from '../../wire/figures.constants.ts';
import type { FailedPaymentsWire, OverduePlanWire, ShortBalanceWire } from '../../wire/unpaid.ts';
import { type FigurePeriod, monthFacts } from '../period.ts';
import * as unpaidStore from './unpaid-store.ts';

export async function readFailedPayments(
  db: Db,
  currency: string,
  period: FigurePeriod,
): Promise<FailedPaymentsWire> {
  const sums = await unpaidStore.listPaymentSums(db, period);
  const results = period.months.map((month) => {
    const sum = sums.find((one) => one.month === month && one.currency === currency);
    return {
      ...monthFacts(month, period.current),
      failed: sum?.failed ?? 0,
      failed_amount: toDecimalText(toAmount(sum?.failed_amount ?? '0', currency)),
      expired: sum?.expired ?? 0,
      expired_amount: toDecimalText(toAmount(sum?.expired_amount ?? '0', currency)),
    };
  });
  const real = sums.filter(({ failed, expired }) => failed + expired > 0);
  const currencies = [...new Set(real.map((sum) => sum.currency))].sort();
  const test_payments = sums.reduce((all, { test }) => all + test, 0);
  return { currency, currencies, test_payments, results };
}

const planColumns = [
  'user',
  'user_email',
  'subscription',
  'plan',
  'amount',
  'available',
  'missing',
  'currency',
];
export const overdueColumns = [...planColumns, 'since', 'attempts', 'ends_at'];
export const shortColumns = [...planColumns, 'renews_at'];

export async function listOverduePlans(db: Db, page: PageRequest) {
  const { rows, total } = await unpaidStore.listOverdue(db, page);
  return { rows: rows.map(serializeOverdue), total };
}

export const streamOverduePlans = (db: Db) =>
  streamRows<unpaidStore.DueRow, OverduePlanWire>(
    (last, count) => unpaidStore.listOverdueAfter(db, { last, count }),
    (rows) => rows.map(serializeOverdue),
  );

const endsAfter = (now: Date) => ({
  now,
  until: new Date(now.getTime() + shortBalanceDays * dayMs),
});

export async function listShortBalances(db: Db, now: Date, page: PageRequest) {
  const { rows, total } = await unpaidStore.listShort(db, endsAfter(now), page);
  return { rows: rows.map(serializeShort), total };
}

export const streamShortBalances = (db: Db, now: Date) =>
  streamRows<unpaidStore.DueRow, ShortBalanceWire>(
    (last, count) => unpaidStore.listShortAfter(db, endsAfter(now), { last, count }),
    (rows) => rows.map(serializeShort),
  );

function serializePlan(row: unpaidStore.DueRow) {
  const { currency } = row;
  const due = toAmount(row.price, currency);
  const available = toAmount(row.available, currency);
  const missing = subtractAmounts(due, available);
  return {
    user: row.account_id,
    user_email: row.email,
    subscription: row.id,
    plan: row.plan,
    currency,
    amount: toDecimalText(due),
    available: toDecimalText(available),
    missing: toDecimalText(missing.minor > 0n ? missing : { currency, minor: 0n }),
  };
}

const serializeOverdue = (row: unpaidStore.DueRow): OverduePlanWire => ({
  ...serializePlan(row),
  since: row.due_at.toISOString(),
  attempts: row.failed_charges,
  ends_at: new Date(row.due_at.getTime() + graceDays * dayMs).toISOString(),
});

const serializeShort = (row: unpaidStore.DueRow): ShortBalanceWire => ({
  ...serializePlan(row),
  renews_at: row.due_at.toISOString(),
});
