// Payment figures of the console's overview.
import type { Db } from '#kernel/database/database.ts';
import { amountOf, toDecimalText } from '#lib/money.ts';
import type { Payments } from '../context.ts';
import { countAttention, sumReceived } from './review-store.ts';

export const readAttention = ({ kernel }: Payments, db: Db) =>
  countAttention(db, kernel.clock.now());

/** Credited amounts of real payments by currency; months are in UTC. */
export async function readReceived({ kernel }: Payments, db: Db) {
  const now = kernel.clock.now();
  const monthStart = (back: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
  const rows = await sumReceived(db, monthStart(0), monthStart(1));
  return rows.map(({ currency, month, month_before }) => ({
    currency,
    month: toDecimalText(amountOf(month, currency)),
    month_before: toDecimalText(amountOf(month_before, currency)),
  }));
}
