import type { Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import type { Actor } from '#kernel/ports.ts';
import type { PaymentWire } from '../../wire/payment-schema.ts';
import { notCancellable } from '../../wire/payments.ts';
import type { Payments } from '../context.ts';
import { lockVisible } from '../payments/manage-payments.ts';
import * as paymentStore from '../payments/payment-store.ts';
import { serializePayment } from '../payments/serialize-payment.ts';
import { canCancel } from '../settlement/payment-states.ts';
import { applyEvents, type StatusSource } from '../settlement/transition-payment.ts';

type Cancellation = { source: StatusSource; reason: string };

export type CancelledPayment = { row: paymentStore.PaymentRow; wire: PaymentWire };

export async function cancelPayment(
  payments: Payments,
  { actor, audit }: { actor: Actor; audit: Audit },
  id: string,
  reason: string,
  write: LastWrite<CancelledPayment>,
): Promise<PaymentWire> {
  const { row, wire } = await write(async (tx) => {
    const payment = await lockVisible(tx, actor, id);
    // Whether a card was charged is certain only once its provider has said so.
    if (payment.card_id !== null || !canCancel(payment.status))
      throw apiError(notCancellable, { current_status: payment.status });
    const source = payment.account_id === actor.accountId ? 'user' : 'staff';
    const cancelled = await cancelLocked(payments, tx, payment, { source, reason });
    const after = { status: cancelled.status };
    await audit.record(tx, { type: 'payment', id: cancelled.id, after });
    const now = payments.kernel.clock.now();
    return { row: cancelled, wire: await serializePayment(tx, cancelled, now) };
  });
  await closeAtProvider(payments, row);
  return wire;
}

/** The payment must be pending and locked by `tx`. The caller closes it at the provider. */
export async function cancelLocked(
  payments: Payments,
  tx: Tx,
  payment: paymentStore.PaymentRow,
  { source, reason }: Cancellation,
): Promise<paymentStore.PaymentRow> {
  const noted = await paymentStore.updatePayment(tx, payment.id, { cancel_reason: reason });
  return applyEvents(payments, tx, noted, { events: ['cancel'], source, note: reason });
}

/** After our commit: money in between is credited late, but a failed commit could not reopen it. */
async function closeAtProvider(
  { kernel, providers }: Payments,
  { id, provider, provider_payment_id }: paymentStore.PaymentRow,
): Promise<void> {
  if (!provider_payment_id) return;
  await providers
    .find(provider)
    ?.expirePayment(provider_payment_id)
    .catch((err) =>
      kernel.log.warn({ payment: id, err }, 'a payment could not be closed at its provider'),
    );
}
