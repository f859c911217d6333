// What becomes of a payment that its plan waits for no longer.
import type { Tx } from '#kernel/database/database.ts';
import { descriptionMax } from '../payment-body.ts';
import { cancelLocked } from './cancel-payment.ts';
import { canCancel } from './payment-states.ts';
import * as store from './payment-store.ts';
import type { Payments } from './payments.ts';
import { ProviderRefused } from './providers/provider.ts';

// The name under which jobs may wait already.
export const cancelPlanQueue = 'payments.release';
const reason = 'The plan was cancelled, changed or given up.';

/**
 * In the transaction in which a plan ceases to wait: nobody is to pay any more, and what arrives
 * for a payment that was cancelled so does not call itself the plan. The provider is told by a job.
 * A payment that somebody works on right now, because its money arrives, is left to that job too:
 * who waited for it here would hold the plan.
 */
export async function cancelPlanPayment(payments: Payments, tx: Tx, id: string): Promise<void> {
  const payment = await store.tryLockPayment(tx, id);
  if (payment) await cancel(payments, tx, payment);
  await payments.kernel.jobs.send(tx, cancelPlanQueue, { paymentId: id });
}

const mark = ' (cancelled)';
const markCancelled = (description: string): string =>
  `${description.slice(0, descriptionMax - mark.length)}${mark}`.trim();

async function cancel(
  payments: Payments,
  tx: Tx,
  payment: store.PaymentRow,
): Promise<store.PaymentRow> {
  // Whatever else became of it has its own reason and keeps its name.
  if (!canCancel(payment.status)) return payment;
  const row = await store.updatePayment(tx, payment.id, {
    description: markCancelled(payment.description),
    updated_at: payments.kernel.clock.now(),
  });
  return cancelLocked(payments, tx, row, { source: 'system', reason });
}

/** The job: what was left undone, and the word to the provider. Bears repetition. */
export async function finishCancelling(payments: Payments, id: string): Promise<void> {
  const { work, log } = payments.kernel;
  const row = await work.write(async (tx) => {
    const payment = await store.lockPayment(tx, id);
    return payment && cancel(payments, tx, payment);
  });
  if (row?.status !== 'cancelled' || !row.provider_payment_id) return;
  const provider = payments.providers.find(row.provider);
  await provider?.expirePayment(row.provider_payment_id).catch((err) => {
    if (!(err instanceof ProviderRefused)) throw err;
    log.warn({ payment: id, err }, 'a provider keeps a payment open');
  });
}
