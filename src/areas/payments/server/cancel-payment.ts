// A pending payment that nobody is to pay any more.
import type { Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { notCancellable, type PaymentWire } from '../contract.ts';
import { lockSeen } from './manage-payments.ts';
import { type StatusSource, takeEvents } from './move-payment.ts';
import { applyEvent } from './payment-states.ts';
import * as store from './payment-store.ts';
import { showPayment } from './payment-wire.ts';
import type { Payments } from './payments.ts';

type Cancelling = { source: StatusSource; reason: string };

export async function cancelPayment(
  payments: Payments,
  { actor, audit }: { actor: Actor; audit: Audit },
  id: string,
  reason: string,
): Promise<PaymentWire> {
  const { kernel } = payments;
  const row = await kernel.work.write(async (tx) => {
    const payment = await lockSeen(tx, actor, id);
    if (applyEvent(payment.status, 'cancel').kind === 'refused')
      throw apiError(notCancellable, { current_status: payment.status });
    const source = payment.account_id === actor.accountId ? 'user' : 'staff';
    const cancelled = await cancelLocked(payments, tx, payment, { source, reason });
    const after = { status: cancelled.status };
    await audit.note(tx, { type: 'payment', id: cancelled.id, after });
    return cancelled;
  });
  await closeAtProvider(payments, row);
  return kernel.work.read((db) => showPayment(db, row, kernel.clock.now()));
}

/** The payment must be pending, and locked by `tx`. Its provider is to close it afterwards. */
export async function cancelLocked(
  payments: Payments,
  tx: Tx,
  payment: store.PaymentRow,
  { source, reason }: Cancelling,
): Promise<store.PaymentRow> {
  const noted = await store.updatePayment(tx, payment.id, { cancel_reason: reason });
  return takeEvents(payments, tx, noted, { events: ['cancel'], source, note: reason });
}

/**
 * After our own commit: money that comes in between is late money and is credited, while a provider
 * that closes first would leave a payable payment behind a failure.
 */
async function closeAtProvider(
  { kernel, providers }: Payments,
  { id, provider, provider_payment_id }: store.PaymentRow,
): Promise<void> {
  if (!provider_payment_id) return;
  await providers
    .find(provider)
    ?.expirePayment(provider_payment_id)
    .catch((err) => kernel.log.warn({ payment: id, err }, 'a provider keeps a payment open'));
}
