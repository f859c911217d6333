// Fetches a payment from its provider and applies the snapshot: one transaction credits money,
// records reversals, changes the status and notifies subscribers.

import type { Tx } from '#kernel/database/database.ts';
import { Decimal } from '#lib/decimal.ts';
import type { Payments } from '../context.ts';
import { alertStaff } from '../emails/staff-alerts.ts';
import * as paymentStore from '../payments/payment-store.ts';
import {
  type PaymentProvider,
  ProviderRefused,
  type ProviderSnapshot,
  ProviderUnavailable,
  type Quantity,
} from '../providers/provider.ts';
import { sumPrice } from './credit.ts';
import { recordProblem } from './payment-problems.ts';
import { listEvents } from './payment-states.ts';
import { recordReversals } from './record-reversals.ts';
import { readPrice, recordTransfers, sumPaid } from './record-transfers.ts';
import { fetchTransferRates, type TransferRates } from './transfer-rates.ts';
import { applyEvents, type StatusSource } from './transition-payment.ts';

export type ReconcileResult = 'done' | 'mismatch' | 'not_asked';

/** Safe to repeat. Throws ProviderUnavailable, ProviderRefused. `mismatch`: staff were alerted. */
export async function reconcilePayment(
  payments: Payments,
  paymentId: string,
  source: StatusSource,
): Promise<ReconcileResult> {
  const { work, clock } = payments.kernel;
  const payment = await work.read((db) => paymentStore.findPayment(db, paymentId));
  const provider = payment && payments.providers.find(payment.provider);
  if (!payment?.provider_payment_id || !provider) return 'not_asked';
  const snapshot = await provider.fetchPayment(payment.provider_payment_id);
  const rates = await fetchTransferRates(payments, provider, payment, snapshot);
  const restMinimum = await fetchRestMinimum(payments, provider, payment, snapshot);
  return work.write(async (tx) => {
    const locked = await paymentStore.lockPayment(tx, paymentId);
    if (!locked) return 'not_asked';
    const now = clock.now();
    const problem = findMismatch(locked, snapshot);
    if (problem) {
      await alertStaff(payments, tx, locked, problem);
      await paymentStore.updatePayment(tx, paymentId, { checked_at: now });
      return 'mismatch';
    }
    await applySnapshot(payments, tx, locked, { snapshot, rates, restMinimum, source, now });
    return 'done';
  });
}

type ReconcileContext = {
  snapshot: ProviderSnapshot;
  rates: TransferRates;
  restMinimum: string | null;
  source: StatusSource;
  now: Date;
};

async function applySnapshot(
  payments: Payments,
  tx: Tx,
  payment: paymentStore.PaymentRow,
  { snapshot, rates, restMinimum, source, now }: ReconcileContext,
): Promise<void> {
  const arrivals = await recordTransfers(payments, tx, payment, { snapshot, rates, now });
  const reversals = await recordReversals(payments, tx, payment, {
    reversals: snapshot.reversals,
    arrivals,
    now,
  });
  const last = snapshot.transfers.at(-1);
  const row = await paymentStore.updatePayment(tx, payment.id, {
    checked_at: now,
    provider_reference: snapshot.reference ?? payment.provider_reference,
    actually_paid: arrivals.paid,
    actually_paid_value: arrivals.worthText,
    credited_amount: arrivals.creditedText,
    amount_refunded: reversals.refundedText,
    transaction_hash: last?.hash ?? payment.transaction_hash,
    confirmations: last?.confirmations ?? payment.confirmations,
    decline_code: snapshot.declineCode ?? payment.decline_code,
    rest_minimum: restMinimum,
    // A payment that received money is visible again.
    ...(arrivals.hasNewMoney && { hidden_at: null }),
  });
  const events = listEvents({
    providerStatus: snapshot.status,
    price: sumPrice(readPrice(payment)),
    arrived: arrivals.worth,
    hasNewMoney: arrivals.hasNewMoney,
    returned: reversals.isFullyReversed ? arrivals.worth : reversals.returned,
    newReversal: reversals.newReversal,
    hasReinstated: reversals.hasReinstated,
  });
  const after = await applyEvents(payments, tx, row, {
    events,
    source,
    note: snapshot.providerStatus,
    hasNews: arrivals.hasNews || reversals.newReversal !== null || reversals.hasReinstated,
  });
  await recordProblem(payments, tx, after, {
    snapshot,
    lacksRate: arrivals.lacksRate,
    isMailed: after.status !== row.status,
    now,
  });
}

/** Of a short payment to an address; null while not needed or the provider does not respond. */
async function fetchRestMinimum(
  { kernel }: Payments,
  provider: PaymentProvider,
  payment: paymentStore.PaymentRow,
  snapshot: ProviderSnapshot,
): Promise<string | null> {
  const { pay_amount, pay_address, pay_currency, currency, rest_minimum } = payment;
  const isShort =
    pay_amount !== null &&
    pay_address !== null &&
    snapshot.transfers.some(({ isSettled }) => isSettled) &&
    new Decimal(sumPaid(payment, snapshot)).lt(pay_amount);
  if (rest_minimum !== null || !isShort) return rest_minimum;
  try {
    return (await provider.minimumAmount(pay_currency, currency)).amount;
  } catch (err) {
    if (!(err instanceof ProviderUnavailable || err instanceof ProviderRefused)) throw err;
    kernel.log.warn({ payment: payment.id, err }, 'the minimum of a provider is unknown');
    return null;
  }
}

/** A snapshot moves money only if it has our order id and our price. */
function findMismatch(payment: paymentStore.PaymentRow, snapshot: ProviderSnapshot): string | null {
  if (snapshot.orderId !== null && snapshot.orderId !== payment.id)
    return 'The provider reports a different order for this payment.';
  const requested: Quantity[] = [
    { currency: payment.currency, amount: totalText(payment) },
    ...(payment.pay_amount === null
      ? []
      : [{ currency: payment.pay_currency, amount: payment.pay_amount }]),
  ];
  if (payment.provider_price !== null)
    requested.push({ currency: payment.provider_price_currency!, amount: payment.provider_price });
  if (snapshot.price !== null && !requested.some((one) => isSame(one, snapshot.price!)))
    return 'The provider reports a different price for this payment.';
  return null;
}

const totalText = ({ amount, fee_amount }: paymentStore.PaymentRow): string =>
  new Decimal(amount).plus(fee_amount).toFixed();

const isSame = (a: Quantity, b: Quantity): boolean =>
  a.currency.toLowerCase() === b.currency.toLowerCase() && new Decimal(a.amount).eq(b.amount);
