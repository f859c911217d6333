// Overage of a month is owed by the tariff that was in effect when it was used: recorded when the
// month is over, and before a change of plan that would price it differently.

import type { Db, Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import {
  type Amount,
  addAmounts,
  compareAmounts,
  isZero,
  toAmount,
  toDecimalText,
  zero,
} from '#lib/money.ts';
import { overageOfTariff } from '../entitlements.ts';
import { type Period, periodAt } from '../periods.ts';
import { readCap, type SpendingSetting, subtractSpent } from '../spending/spending-rules.ts';
import { readRecorded, readSetting } from '../spending/spending-store.ts';
import type { SubscriptionRow } from '../subscriptions/subscription-store.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import type { TariffRow } from '../tariffs/tariff-store.ts';
import { findTariffPaidAt, insertOverage, listOwed } from './overage-store.ts';
import { priceOverage } from './price-overage.ts';

/** Ended months to check, for late records and outages of the job. */
const monthsBack = 2;

type Row = Pick<SubscriptionRow, 'id' | 'account_id' | 'billing_anchor_at'>;

/** Records the months that had ended at a moment. The row must be locked by `tx`. */
export async function recordEndedMonths(
  deps: Subscriptions,
  tx: Tx,
  row: Row,
  at: Date,
): Promise<void> {
  for (const month of listEndedMonths(row, at)) await recordMonth(deps, tx, row, month);
}

/** The latest first. */
function listEndedMonths(row: Row, at: Date): Period[] {
  const months: Period[] = [];
  let { start } = periodAt(row.billing_anchor_at, at, 'monthly');
  while (months.length < monthsBack) {
    const month = periodAt(row.billing_anchor_at, new Date(start.getTime() - 1), 'monthly');
    months.push(month);
    start = month.start;
  }
  return months;
}

/** The ended months and the current one so far; of a suspended plan, the month of its pause. */
export async function recordUntilNow(
  deps: Subscriptions,
  tx: Tx,
  row: Row,
  at = deps.kernel.clock.now(),
): Promise<void> {
  await recordEndedMonths(deps, tx, row, at);
  await recordMonth(deps, tx, row, periodAt(row.billing_anchor_at, at, 'monthly'));
}

/** What a change that takes effect now charges: what is owed, and what `recordUntilNow` adds. */
export async function readOwedUntilNow(
  { kernel }: Pick<Subscriptions, 'kernel'>,
  db: Db,
  row: Row & Pick<SubscriptionRow, 'currency'>,
): Promise<Amount> {
  const now = kernel.clock.now();
  const amounts = (await listOwed(db, [row.account_id])).map((one) =>
    toAmount(one.amount, one.currency),
  );
  const current = periodAt(row.billing_anchor_at, now, 'monthly');
  for (const month of [...listEndedMonths(row, now), current]) {
    const found = await findOwed(db, row, month, now);
    if (found) amounts.push(found.owed.amount);
  }
  return amounts
    .filter(({ currency }) => currency === row.currency)
    .reduce(addAmounts, zero(row.currency));
}

/** What usage over the quota costs in the current month so far; null if nothing. */
export async function readOwedThisMonth(
  { kernel }: Pick<Subscriptions, 'kernel'>,
  db: Db,
  row: Row,
): Promise<Amount | null> {
  const now = kernel.clock.now();
  const found = await findOwed(db, row, periodAt(row.billing_anchor_at, now, 'monthly'), now);
  return found?.owed.amount ?? null;
}

async function recordMonth({ kernel }: Subscriptions, tx: Tx, row: Row, month: Period) {
  const now = kernel.clock.now();
  const found = await findOwed(tx, row, month, now);
  if (!found) return;
  const { tariff, owed } = found;
  await insertOverage(tx, {
    id: createId(now),
    subscription_id: row.id,
    account_id: row.account_id,
    tariff_id: tariff.id,
    metric: owed.metric,
    month_start: month.start,
    month_end: month.end,
    counter_reading: String(owed.used),
    units: String(owed.units),
    price: owed.price,
    amount: toDecimalText(owed.amount),
    currency: owed.amount.currency,
    created_at: now,
  });
}

/** Nothing is owed for time that was not paid for, and no unit is owed for twice. */
async function findOwed(db: Db, row: Row, month: Period, now: Date) {
  const last = new Date(Math.min(month.end.getTime() - 1, now.getTime()));
  const tariff = await findTariffPaidAt(db, row.id, last);
  if (!tariff) return null;
  const price = overageOfTariff(tariff);
  if (!price) return null;
  const recorded = await readRecorded(db, {
    subscriptionId: row.id,
    metric: price.unit,
    start: month.start,
    currency: price.currency,
  });
  const plan = { limits: tariff.limits, overage: price };
  const place = { start: month.start, recordedTo: recorded.counterReading };
  const owed = await priceOverage(db, row.account_id, plan, place);
  const setting = owed && (await readSetting(db, row.account_id));
  if (!setting) return null;
  const amount = withinCap(owed.amount, recorded.amount, setting, tariff);
  return isZero(amount) ? null : { tariff, owed: { ...owed, amount } };
}

/** What passed the cap between two flushes of the meter is not charged. */
function withinCap(
  amount: Amount,
  recorded: Amount,
  setting: SpendingSetting,
  tariff: TariffRow,
): Amount {
  const cap = setting.isOverageOn ? readCap(setting, tariff) : zero(amount.currency);
  const left = cap && subtractSpent(cap, recorded);
  return left && compareAmounts(amount, left) > 0 ? left : amount;
}
