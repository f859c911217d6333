import { findPeople } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { formatMoney } from '#lib/format-money.ts';
import { type Amount, toAmount, toDecimalText, zero } from '#lib/money.ts';
import type { AdjustmentWire } from '../../wire/adjustments.ts';
import type { Payments } from '../context.ts';
import { listPaymentsById, type PaymentRow } from '../payments/payment-store.ts';
import type { AdjustmentRow } from './adjustment-store.ts';

/** As staff read it in a list: how much, and whose wallet. */
export const describeAdjustment = ({ direction, amount, currency, user }: AdjustmentWire): string =>
  `of ${direction === 'debit' ? '-' : ''}${formatMoney(amount, currency)} for ${user.email}`;

export async function serializeAdjustment(
  payments: Payments,
  db: Db,
  row: AdjustmentRow,
): Promise<AdjustmentWire> {
  const [adjustment] = await serializeAdjustments(payments, db, [row]);
  return adjustment!;
}

/** One query each for all people, payments and wallets. */
export async function serializeAdjustments(
  { kernel, ledger }: Payments,
  db: Db,
  rows: readonly AdjustmentRow[],
): Promise<AdjustmentWire[]> {
  if (rows.length === 0) return [];
  const named = rows.flatMap((row) =>
    [row.account_id, row.proposed_by, row.decided_by ?? []].flat(),
  );
  const people = await findPeople(db, kernel.config, named);
  const about = await readPayments(db, rows);
  const wallets = await ledger.readAvailable(db, [...new Set(rows.map((row) => row.account_id))]);
  const findAvailable = ({ account_id, currency }: AdjustmentRow): Amount =>
    wallets.find((one) => one.accountId === account_id && one.amount.currency === currency)
      ?.amount ?? zero(currency);
  const person = (id: number) => ({ id, email: people.get(id)?.email ?? '' });
  return rows.map((row) => ({
    uuid: row.id,
    kind: row.kind,
    status: row.status,
    user: person(row.account_id),
    payment: row.payment_id,
    payment_details: serializePayment(about.get(row.payment_id ?? '')),
    charge: row.charge_id,
    missed_period: row.missed_period_id,
    description: row.description,
    available: toDecimalText(findAvailable(row)),
    direction: row.direction,
    amount: toDecimalText(toAmount(row.amount, row.currency)),
    currency: row.currency,
    reason: row.reason,
    proposed_by: person(row.proposed_by),
    decided_by: row.decided_by === null ? null : person(row.decided_by),
    decision_note: row.decision_note,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }));
}

async function readPayments(
  db: Db,
  rows: readonly AdjustmentRow[],
): Promise<ReadonlyMap<string, PaymentRow>> {
  const ids = rows.flatMap(({ payment_id }) => payment_id ?? []);
  if (ids.length === 0) return new Map();
  return new Map((await listPaymentsById(db, ids)).map((row) => [row.id, row]));
}

function serializePayment(payment: PaymentRow | undefined): AdjustmentWire['payment_details'] {
  if (!payment) return null;
  const money = (text: string) => toDecimalText(toAmount(text, payment.currency));
  return {
    internal_id: payment.internal_id,
    status: payment.status,
    amount: money(payment.amount),
    credited_amount: payment.credited_amount && money(payment.credited_amount),
    amount_refunded: money(payment.amount_refunded),
  };
}
