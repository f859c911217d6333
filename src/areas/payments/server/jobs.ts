import { dayMs, minuteMs } from '#lib/durations.ts';
import { chargeCard, chargeCardQueue } from './cards/charge-card.ts';
import { checkCardSetups } from './cards/finish-card-setup.ts';
import { type ProviderRemoval, removalQueue, removeAtProvider } from './cards/remove-card.ts';
import { warnOfExpiry } from './cards/warn-of-expiry.ts';
import { cancelPlanQueue, finishCancelling } from './checkout/cancel-plan-payment.ts';
import { checkAllClearing, clearingQueue } from './clearing/check-clearing.ts';
import { countUnexplained } from './clearing/clearing-store.ts';
import type { Payments } from './context.ts';
import * as paymentStore from './payments/payment-store.ts';
import { ProviderRefused, ProviderUnavailable } from './providers/provider.ts';
import { finishRefund, refundQueue } from './refunds/refund-payment.ts';
import { addPaymentChecks } from './reviews/payment-checks.ts';
import { topUpWallets } from './settings/top-up-wallets.ts';
import { reconcilePayment } from './settlement/reconcile-payment.ts';
import { applyEvents } from './settlement/transition-payment.ts';
import { processWebhooks, webhookQueue } from './webhooks/webhooks.ts';
import { registerSealed } from './withdrawals/account-data.ts';

/** Providers are asked about payments without news for this long. */
const quietMs = 2 * minuteMs;
const batchMax = 100;
/** A payment expires this long after its end even if its provider never responded. */
const silenceMsMax = dayMs;

const sent = { needsRightClock: true, inTestMode: 'account' } as const;
/** Two at once would ask the provider about the same payments. */
const ofAccount = { ...sent, concurrency: 1 };

export function paymentJobs(payments: Payments): void {
  const { jobs } = payments.kernel;
  registerSealed(payments);
  addPaymentChecks(payments);
  jobs.define('payments.check_card_setups', ofAccount, () => checkCardSetups(payments));
  jobs.schedule('payments.check_card_setups', '* * * * *');
  jobs.define('payments.expire', ofAccount, () => expirePayments(payments));
  jobs.schedule('payments.expire', '* * * * *');
  jobs.define('payments.reconcile', ofAccount, () => reconcilePayments(payments));
  jobs.schedule('payments.reconcile', '* * * * *');
  jobs.define('payments.top_up', ofAccount, () => topUpWallets(payments));
  jobs.schedule('payments.top_up', '* * * * *');
  jobs.define('payments.warn_of_expiry', ofAccount, () => warnOfExpiry(payments));
  jobs.schedule('payments.warn_of_expiry', '23 * * * *');
  jobs.define(webhookQueue, { ...ofAccount, restMs: 250 }, () => processWebhooks(payments));
  jobs.schedule(webhookQueue, '* * * * *');
  defineClearingCheck(payments);
  const removals = { retriesMax: 20, retryDelaySeconds: 60 };
  jobs.define<ProviderRemoval>(removalQueue, removals, (what) => removeAtProvider(payments, what));
  const charges = { ...sent, retriesMax: 10, retryDelaySeconds: 30 };
  jobs.define<{ paymentId: string }>(chargeCardQueue, charges, ({ paymentId }) =>
    chargeCard(payments, paymentId),
  );
  jobs.define<{ paymentId: string }>(cancelPlanQueue, charges, ({ paymentId }) =>
    finishCancelling(payments, paymentId),
  );
  const refunds = { ...sent, retriesMax: 20, retryDelaySeconds: 60 };
  jobs.define<{ reversalId: string }>(refundQueue, refunds, async ({ reversalId }) => {
    await finishRefund(payments, reversalId).catch((error) => {
      // A refusal is recorded and final.
      if (!(error instanceof ProviderRefused)) throw error;
    });
  });
}

const clearingSecondsMax = 3600;

function defineClearingCheck(payments: Payments): void {
  const { jobs, metrics, work } = payments.kernel;
  const options = {
    needsRightClock: true,
    concurrency: 1,
    retriesMax: 2,
    expireInSeconds: clearingSecondsMax,
  };
  jobs.define(clearingQueue, options, () => checkAllClearing(payments));
  jobs.schedule(clearingQueue, '17 * * * *');
  metrics.addGauge({
    name: 'provider_balance_unexplained',
    help: 'Currencies in which the books and the balance of a provider differ without a reason.',
    label: 'provider',
    read: () => work.read(countUnexplained),
  });
}

/** Asks providers about payments, open or recently closed, whose webhooks may have been lost. */
async function reconcilePayments(payments: Payments): Promise<void> {
  const { work, clock } = payments.kernel;
  const now = clock.now();
  const before = new Date(now.getTime() - quietMs);
  const open = await work.read((db) => paymentStore.listToCheck(db, before, batchMax));
  const uncharged = await work.read((db) => paymentStore.listToCharge(db, before, batchMax));
  for (const id of uncharged) await tryWith(payments, id, () => chargeCard(payments, id));
  const ended = await work.read((db) => paymentStore.listEndedToCheck(db, now, batchMax));
  for (const id of [...open, ...ended])
    await tryWith(payments, id, async () => {
      if (await work.write((tx) => paymentStore.claimCheck(tx, id, now, quietMs)))
        await reconcilePayment(payments, id, 'poll');
    });
}

/** Asks the provider before a payment expires, every minute while it does not respond. */
async function expirePayments(payments: Payments): Promise<void> {
  const { work, clock } = payments.kernel;
  const now = clock.now();
  for (const id of await work.read((db) => paymentStore.listToExpire(db, now, batchMax))) {
    const isReconciled = await tryWith(payments, id, async () => {
      await work.write((tx) => paymentStore.claimCheck(tx, id, now, 0));
      await reconcilePayment(payments, id, 'poll');
    });
    const expiredBefore = isReconciled ? now : new Date(now.getTime() - silenceMsMax);
    await tryWith(payments, id, () => expirePayment(payments, id, expiredBefore));
  }
}

const expirePayment = (payments: Payments, id: string, expiredBefore: Date): Promise<void> =>
  payments.kernel.work.write(async (tx) => {
    const payment = await paymentStore.lockPayment(tx, id);
    if (!payment || payment.is_late || payment.expires_at >= expiredBefore) return;
    await applyEvents(payments, tx, payment, { events: ['time_out'], source: 'clock' });
  });

/** Logs a failure and returns false, so that one payment does not stop the others. */
async function tryWith(
  { kernel }: Payments,
  id: string,
  step: () => Promise<void>,
): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (err) {
    const isExpected = err instanceof ProviderUnavailable || err instanceof ProviderRefused;
    const level = isExpected ? 'warn' : 'error';
    kernel.log[level]({ payment: id, err }, 'a payment could not be checked');
    return false;
  }
}
