// Cancels the payment of a plan that no longer waits for it.
import type { Tx } from '#kernel/database/database.ts';
import { descriptionMax } from '../../wire/payments.ts';
import type { Payments } from '../context.ts';
import * as paymentStore from '../payments/payment-store.ts';
import { ProviderRefused } from '../providers/provider.ts';
import { canCancel } from '../settlement/payment-states.ts';
import { cancelLocked } from './cancel-payment.ts';

// The name can not change: jobs may be queued under it.
export const cancelPlanQueue = 'payments.cancel';
const reason = 'The plan was cancelled, changed or given up.';

/**
 * Runs in the transaction in which the plan stops waiting. The description is marked, so that money
 * which still arrives is not shown as the plan. A job closes the payment at the provider. A payment
 * that is locked because its money is arriving is left to that job too, so that the plan's lock is
 * not held meanwhile.
 */
export async function cancelPlanPayment(payments: Payments, tx: Tx, id: string): Promise<void> {
  const payment = await paymentStore.tryLockPayment(tx, id);
  if (payment) await cancel(payments, tx, payment);
  await payments.kernel.jobs.send(tx, cancelPlanQueue, { paymentId: id });
}

const mark = ' (cancelled)';
const markCancelled = (description: string): string =>
  `${description.slice(0, descriptionMax - mark.length)}${mark}`.trim();

async function cancel(
  payments: Payments,
  tx: Tx,
  payment: paymentStore.PaymentRow,
): Promise<paymentStore.PaymentRow> {
  // Any other status has its own reason and keeps its description.
  if (!canCancel(payment.status)) return payment;
  const row = await paymentStore.updatePayment(tx, payment.id, {
    description: markCancelled(payment.description),
    updated_at: payments.kernel.clock.now(),
  });
  return cancelLocked(payments, tx, row, { source: 'system', reason });
}

/** The job: cancels what was locked before, and closes the payment at the provider. Repeatable. */
export async function finishCancelling(payments: Payments, id: string): Promise<void> {
  const { work, log } = payments.kernel;
  const row = await work.write(async (tx) => {
    const payment = await paymentStore.lockPayment(tx, id);
    return payment && cancel(payments, tx, payment);
  });
  if (row?.status !== 'cancelled' || !row.provider_payment_id) return;
  const provider = payments.providers.find(row.provider);
  await provider?.expirePayment(row.provider_payment_id).catch((err) => {
    if (!(err instanceof ProviderRefused)) throw err;
    log.warn({ payment: id, err }, 'a payment could not be closed at its provider');
  });
}
