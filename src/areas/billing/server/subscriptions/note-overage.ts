// What was used past the quota of a month is owed by the tariff that held when it was used: noted
// when the month is over, and before a change of plan that would give it another price.

import type { Db, Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { type Amount, isZero, toDecimalText } from '#lib/money.ts';
import { overageOfTariff } from '../entitlements.ts';
import { type Period, periodAt } from '../periods.ts';
import { overageOf } from '../usage/quota-use.ts';
import { findNotedTo, findTariffHeldAt, insertOverage } from './overage-store.ts';
import type { SubscriptionRow } from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';

/** Months back that a late record or a standstill of the job may reach. */
const monthsBack = 2;

type Row = Pick<SubscriptionRow, 'id' | 'account_id' | 'anchor_at'>;

/** The months that were over at a moment. The row must be locked by `tx`. */
export async function noteEndedMonths(
  deps: Subscriptions,
  tx: Tx,
  row: Row,
  at: Date,
): Promise<void> {
  let { start } = periodAt(row.anchor_at, at, 'monthly');
  for (let back = 0; back < monthsBack; back++) {
    const month = periodAt(row.anchor_at, new Date(start.getTime() - 1), 'monthly');
    await noteMonth(deps, tx, row, month);
    start = month.start;
  }
}

/** These, and what the month that runs has come to. */
export async function noteUntilNow(deps: Subscriptions, tx: Tx, row: Row): Promise<void> {
  const now = deps.kernel.clock.now();
  await noteEndedMonths(deps, tx, row, now);
  await noteMonth(deps, tx, row, periodAt(row.anchor_at, now, 'monthly'));
}

/** What a change of plan that holds now would note of the month that runs; null for nothing. */
export async function owedThisMonth(
  { kernel }: Pick<Subscriptions, 'kernel'>,
  db: Db,
  row: Row,
): Promise<Amount | null> {
  const now = kernel.clock.now();
  const found = await findOwed(db, row, periodAt(row.anchor_at, now, 'monthly'), now);
  return found?.owed.amount ?? null;
}

async function noteMonth({ kernel }: Subscriptions, tx: Tx, row: Row, month: Period) {
  const now = kernel.clock.now();
  const found = await findOwed(tx, row, month, now);
  if (!found) return;
  const { held, owed } = found;
  await insertOverage(tx, {
    id: createId(now),
    subscription_id: row.id,
    account_id: row.account_id,
    tariff_id: held.id,
    metric: owed.metric,
    month_start: month.start,
    month_end: month.end,
    used_to: String(owed.used),
    units: String(owed.units),
    price: owed.price,
    amount: toDecimalText(owed.amount),
    currency: owed.amount.currency,
    created_at: now,
  });
}

/** Nothing is owed for time that nobody paid for, and no unit is owed for twice. */
async function findOwed(db: Db, row: Row, month: Period, now: Date) {
  const last = new Date(Math.min(month.end.getTime() - 1, now.getTime()));
  const held = await findTariffHeldAt(db, row.id, last);
  if (!held?.overage_unit) return null;
  const of = { subscriptionId: row.id, metric: held.overage_unit, start: month.start };
  const notedTo = await findNotedTo(db, of);
  const plan = { limits: held.limits, overage: overageOfTariff(held) };
  const owed = await overageOf(db, row.account_id, plan, { start: month.start, notedTo });
  return owed && !isZero(owed.amount) ? { held, owed } : null;
}
