import { cancelPlanQueue, finishCancelling } from './cancel-plan-payment.ts';
import { takeEvents } from './move-payment.ts';
import * as store from './payment-store.ts';
import type { Payments } from './payments.ts';
import { ProviderRefused, ProviderUnavailable } from './providers/provider.ts';
import { finishRefund, refundQueue } from './refund-payment.ts';
import { reviewPayment } from './review-payment.ts';
import { webhookQueue, workOnWebhooks } from './webhooks.ts';

/** A provider that said nothing for so long is asked. */
const quietMs = 120_000;
const batchMax = 100;
/** A payment whose provider is away this long after the end is ended without its word. */
const silenceMsMax = 24 * 3_600_000;

export function paymentJobs(payments: Payments): void {
  const { jobs } = payments.kernel;
  // Two at a time would ask the provider about the same payments.
  jobs.define(webhookQueue, { concurrency: 1, restMs: 250 }, () => workOnWebhooks(payments));
  jobs.schedule(webhookQueue, '* * * * *');
  jobs.define('payments.reconcile', { concurrency: 1 }, () => reconcilePayments(payments));
  jobs.schedule('payments.reconcile', '* * * * *');
  jobs.define('payments.expire', { concurrency: 1 }, () => expirePayments(payments));
  jobs.schedule('payments.expire', '* * * * *');
  const cancellations = { retriesMax: 10, retryDelaySeconds: 30 };
  jobs.define<{ paymentId: string }>(cancelPlanQueue, cancellations, ({ paymentId }) =>
    finishCancelling(payments, paymentId),
  );
  const refunds = { retriesMax: 20, retryDelaySeconds: 60 };
  jobs.define<{ returnId: string }>(refundQueue, refunds, async ({ returnId }) => {
    await finishRefund(payments, returnId).catch((error) => {
      // A refusal is booked and final.
      if (!(error instanceof ProviderRefused)) throw error;
    });
  });
}

/** Asks about payments, open or just ended, whose webhooks may have got lost. */
export async function reconcilePayments(payments: Payments): Promise<void> {
  const { work, clock } = payments.kernel;
  const now = clock.now();
  const before = new Date(now.getTime() - quietMs);
  const open = await work.read((db) => store.listToCheck(db, before, batchMax));
  const ended = await work.read((db) => store.listEndedToCheck(db, now, batchMax));
  for (const id of [...open, ...ended])
    if (await work.write((tx) => store.claimCheck(tx, id, now, quietMs)))
      await tryReview(payments, id);
}

/**
 * The provider has the last word before time runs out, and is asked again every minute while it is
 * away; what comes later is late money.
 */
export async function expirePayments(payments: Payments): Promise<void> {
  const { work, clock } = payments.kernel;
  const now = clock.now();
  for (const id of await work.read((db) => store.listToExpire(db, now, batchMax))) {
    await work.write((tx) => store.claimCheck(tx, id, now, 0));
    const isReviewed = await tryReview(payments, id);
    const endedBefore = isReviewed ? now : new Date(now.getTime() - silenceMsMax);
    await work.write(async (tx) => {
      const payment = await store.lockPayment(tx, id);
      if (!payment || payment.is_late || payment.expires_at >= endedBefore) return;
      await takeEvents(payments, tx, payment, { events: ['time_out'], source: 'clock' });
    });
  }
}

/** False when nobody could say how the payment stands. */
async function tryReview(payments: Payments, id: string): Promise<boolean> {
  try {
    await reviewPayment(payments, id, 'poll');
    return true;
  } catch (err) {
    const isExpected = err instanceof ProviderUnavailable || err instanceof ProviderRefused;
    const level = isExpected ? 'warn' : 'error';
    payments.kernel.log[level]({ payment: id, err }, 'a payment could not be checked');
    return false;
  }
}
