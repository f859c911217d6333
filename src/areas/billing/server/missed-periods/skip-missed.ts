import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { isZero, toDecimalText } from '#lib/money.ts';
import { periodsOver } from '../periods.ts';
import { readNextTerms } from '../renewals/next-charge.ts';
import { type SubscriptionRow, updateSubscription } from '../subscriptions/subscription-store.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { insertMissedPeriods } from './missed-period-store.ts';

/**
 * After an outage, periods that are over are listed for staff instead of charged, and the current
 * one is the next. The row must be locked by `tx`.
 */
export async function skipMissed(
  { kernel }: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
): Promise<SubscriptionRow> {
  const { tariff, billingPeriod, price, anchor } = await readNextTerms(tx, row);
  if (isZero(price)) return row;
  const now = kernel.clock.now();
  const missed = periodsOver(anchor, row.current_period_end, billingPeriod, now);
  const last = missed.at(-1);
  if (!last) return row;
  await insertMissedPeriods(
    tx,
    missed.map(({ start, end }) => ({
      id: createId(now),
      subscription_id: row.id,
      account_id: row.account_id,
      tariff_id: tariff.id,
      amount: toDecimalText(price),
      currency: price.currency,
      period_start: start,
      period_end: end,
      created_at: now,
    })),
  );
  kernel.log.warn(
    { subscription: row.id, periods: missed.length },
    'periods were over before they could be charged: staff decide about them',
  );
  return updateSubscription(tx, row.id, {
    current_period_start: last.start,
    current_period_end: last.end,
  });
}
