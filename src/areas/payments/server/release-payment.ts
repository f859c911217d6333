// What becomes of a payment that its plan waits for no longer.
import type { Tx } from '#server/database/database.ts';
import { cancelLocked } from './cancel-payment.ts';
import { canCancel } from './payment-states.ts';
import * as store from './payment-store.ts';
import type { Payments } from './payments.ts';
import { ProviderRefused } from './providers/provider.ts';

export const releaseQueue = 'payments.release';
const reason = 'The plan was cancelled, changed or given up.';

/**
 * In the transaction in which a plan ceases to wait: nobody is to pay any more, and what arrives
 * all the same does not call itself the plan. The provider is told by a job. A payment that
 * somebody works on right now, because its money arrives, is left to that job too: who waited for
 * it here would hold the plan.
 */
export async function releasePayment(payments: Payments, tx: Tx, id: string): Promise<void> {
  const payment = await store.tryLockPayment(tx, id);
  if (payment) await release(payments, tx, payment);
  await payments.kernel.jobs.send(tx, releaseQueue, { paymentId: id });
}

async function release(
  payments: Payments,
  tx: Tx,
  payment: store.PaymentRow,
): Promise<store.PaymentRow> {
  if (payment.cancel_reason === reason) return payment;
  const row = await store.updatePayment(tx, payment.id, {
    description: `${payment.description} (cancelled)`.trim(),
    cancel_reason: reason,
    updated_at: payments.kernel.clock.now(),
  });
  return canCancel(row.status)
    ? cancelLocked(payments, tx, row, { source: 'system', reason })
    : row;
}

/** The job: what was left undone, and the word to the provider. Bears repetition. */
export async function finishRelease(payments: Payments, id: string): Promise<void> {
  const { work, log } = payments.kernel;
  const row = await work.write(async (tx) => {
    const payment = await store.lockPayment(tx, id);
    return payment && release(payments, tx, payment);
  });
  if (row?.status !== 'cancelled' || !row.provider_payment_id) return;
  const provider = payments.providers.find(row.provider);
  await provider?.expirePayment(row.provider_payment_id).catch((err) => {
    if (!(err instanceof ProviderRefused)) throw err;
    log.warn({ payment: id, err }, 'a provider keeps a payment open');
  });
}
