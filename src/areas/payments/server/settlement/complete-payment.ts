// Completes a payment manually: its money arrived, but the provider does not report it.
import { deposit } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import { type Amount, isPositive, subtractAmounts, toAmount, toDecimalText } from '#lib/money.ts';
import { notCompletable } from '../../wire/adjustments.ts';
import type { Payments } from '../context.ts';
import { lockPayment, type PaymentRow, updatePayment } from '../payments/payment-store.ts';
import { insertTransfer } from './settlement-store.ts';
import { applyEvents } from './transition-payment.ts';

/** The price minus what was credited. Throws `invalid_state` for a fully paid payment. */
export function leftToCredit({ status, amount, credited_amount, currency }: PaymentRow): Amount {
  const left = subtractAmounts(
    toAmount(amount, currency),
    toAmount(credited_amount ?? '0', currency),
  );
  if (status === 'completed' || status === 'refunded' || !isPositive(left))
    throw apiError(notCompletable, { current_status: status });
  return left;
}

type ManualCompletion = { name: string; actor: string; note: string };

/** Credits the rest as a transfer of its own. Later money is not credited automatically. */
export async function completeManually(
  payments: Payments,
  tx: Tx,
  paymentId: string,
  { name, actor, note }: ManualCompletion,
): Promise<{ journalId: string }> {
  const now = payments.kernel.clock.now();
  const payment = (await lockPayment(tx, paymentId))!;
  const { currency } = payment;
  const left = leftToCredit(payment);
  const { journalId } = await payments.ledger.post(
    tx,
    deposit({
      accountId: payment.account_id,
      amount: left,
      provider: payment.provider,
      idempotencyKey: `transfer:manual:${name}`,
      reference: payment.internal_id,
      description: payment.description || 'Wallet top-up',
      actor,
      paymentId,
      subscriptionId: payment.subscription_id,
      metadata: payment.is_test ? { test: true } : {},
    }),
  );
  await insertTransfer(tx, {
    id: createId(now),
    payment_id: paymentId,
    provider: 'manual',
    provider_transfer_id: name,
    currency,
    amount: toDecimalText(left),
    value: toDecimalText(left),
    credited_amount: toDecimalText(left),
    seen_at: now,
    journal_id: journalId,
    credited_at: now,
  });
  const row = await updatePayment(tx, paymentId, {
    credited_amount: payment.amount,
    actually_paid_value: payment.amount,
    problem: null,
    hidden_at: null,
    updated_at: now,
  });
  await applyEvents(payments, tx, row, { events: ['paid_enough'], source: 'staff', note });
  return { journalId };
}
