// Figures of an account's payments and wallet for other areas.
import type { Db } from '#kernel/database/database.ts';
import { Decimal, toDecimal } from '#lib/decimal.ts';
import { roundToAmount, toAmount, toDecimalText } from '#lib/money.ts';
import { startOfMonth } from '#lib/months.ts';
import type { PaymentListItemWire } from '../../wire/payment-schema.ts';
import type { PaymentStatus } from '../../wire/payments.constants.ts';
import type { TransactionWire } from '../../wire/transaction-schemas.ts';
import { receivedTypes } from '../../wire/transactions.constants.ts';
import type { Payments } from '../context.ts';
import { listPayments } from '../payments/payment-store.ts';
import { toListItems } from '../payments/serialize-payment.ts';
import { sumPayments } from './account-figures-store.ts';
import { toTransaction } from './transactions.ts';

const firstPage = (pageSize: number) => ({ page: 1, pageSize, offset: 0 });

export async function listRecentPayments(
  db: Db,
  accountId: number,
  count: number,
  statuses?: readonly PaymentStatus[],
): Promise<PaymentListItemWire[]> {
  const filter = { accountId, statuses };
  const { rows } = await listPayments(db, filter, firstPage(count));
  return toListItems(db, rows);
}

export async function listRecentTransactions(
  { ledger }: Payments,
  db: Db,
  accountId: number,
  count: number,
): Promise<TransactionWire[]> {
  const { transactions } = await ledger.listTransactions(db, { accountId }, firstPage(count));
  return transactions.map(toTransaction);
}

/** Counts cover all payments, amounts only those in `currency`; months are in UTC. */
export async function readPaymentFigures(
  { kernel, ledger }: Payments,
  db: Db,
  accountId: number,
  currency: string,
) {
  const now = kernel.clock.now();
  const monthStart = startOfMonth(now);
  const row = await sumPayments(db, accountId, { currency, monthStart });
  const period = { types: receivedTypes, starts: [monthStart], until: new Date(now.getTime() + 1) };
  const [received] = await ledger.netOverTime(db, accountId, currency, period);
  const completed = Number(row.completed);
  const ended = completed + Number(row.failed) + Number(row.refunded);
  const brought = toAmount(row.completed_amount, currency);
  const mean = toDecimal(brought).div(Decimal.max(Number(row.completed_in_currency), 1));
  return {
    total_payments: Number(row.total),
    completed_payments: completed,
    pending_payments: Number(row.pending),
    failed_payments: Number(row.failed),
    currency,
    total_amount: toDecimalText(toAmount(row.amount, currency)),
    completed_amount: toDecimalText(brought),
    average_payment: toDecimalText(roundToAmount(mean, currency)),
    success_rate: ended === 0 ? null : Math.round((completed / ended) * 10_000) / 10_000,
    payments_this_month: Number(row.this_month),
    amount_this_month: toDecimalText(received!),
    last_payment_at: row.last_at?.toISOString() ?? null,
    top_currency: row.top_currency,
  };
}
