// Payments for the console's overview and search.
import { sumReceived } from '#areas/ledger/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { type Amount, toDecimalText, zero } from '#lib/money.ts';
import { startOfMonth } from '#lib/months.ts';
import { listProposals } from '../adjustments/adjustment-store.ts';
import { serializeAdjustments } from '../adjustments/serialize-adjustment.ts';
import type { Payments } from '../context.ts';
import { toListItems } from '../payments/serialize-payment.ts';
import { serializeForStaff } from '../withdrawals/serialize-withdrawal.ts';
import { listWaiting, listWithdrawals } from '../withdrawals/withdrawal-store.ts';
import { countAttention, findPayments, listAttention } from './review-store.ts';

export const readAttention = ({ kernel }: Payments, db: Db) =>
  countAttention(db, kernel.clock.now());

export const listPaymentsToReview = ({ kernel }: Payments, db: Db, count: number) =>
  listAttention(db, kernel.clock.now(), count);

/** Proposals that wait for a decision, the oldest first. */
export const listOpenAdjustments = async (payments: Payments, db: Db, count: number) =>
  serializeAdjustments(payments, db, await listProposals(db, count));

/** Those that wait for approval or for being paid out, the longest first. */
export const listWaitingWithdrawals = async (payments: Payments, db: Db, count: number) =>
  serializeForStaff(payments, db, await listWaiting(db, count));

/** The latest of an account. */
export async function listAccountWithdrawals(
  payments: Payments,
  db: Db,
  accountId: number,
  count: number,
) {
  const page = { page: 1, pageSize: count, offset: 0 };
  const { rows } = await listWithdrawals(db, { accountId }, page);
  return serializeForStaff(payments, db, rows);
}

/** By currency, of this month and the one before, in UTC; without test money. */
export async function readReceived({ kernel }: Payments, db: Db) {
  const now = kernel.clock.now();
  const [start, startBefore] = [startOfMonth(now), startOfMonth(now, -1)];
  const month = await sumReceived(db, start, now);
  const before = await sumReceived(db, startBefore, start);
  const currencies = new Set([...month, ...before].map(({ currency }) => currency));
  return [...currencies].sort().map((currency) => {
    const textIn = (sums: readonly Amount[]) =>
      toDecimalText(sums.find((sum) => sum.currency === currency) ?? zero(currency));
    return { currency, month: textIn(month), month_before: textIn(before) };
  });
}

/** By any of their identifiers. Permission is checked by the caller. */
export async function searchPayments(db: Db, search: string, count: number) {
  const rows = await findPayments(db, search, count);
  const items = await toListItems(db, rows);
  return items.map((item, at) => ({ ...item, email: rows[at]!.email }));
}
