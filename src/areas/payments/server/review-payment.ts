// Asks the provider about a payment and does what its answer asks for: in one transaction money is
// credited, returns are booked, the status moves, and whoever watches is told.

import type { Tx } from '#kernel/database/database.ts';
import { Decimal } from '#lib/decimal.ts';
import { type ArrivalRates, fetchRates } from './arrival-rates.ts';
import { bookArrivals, priceOf } from './book-arrivals.ts';
import { bookReturns } from './book-returns.ts';
import { totalOf } from './credit.ts';
import { alertStaff } from './emails/staff-alerts.ts';
import { type StatusSource, takeEvents } from './move-payment.ts';
import { eventsOf } from './payment-states.ts';
import * as store from './payment-store.ts';
import type { Payments } from './payments.ts';
import type { ProviderTruth, Quantity } from './providers/provider.ts';

export type Review = 'done' | 'mismatch' | 'not_asked';

/**
 * Brings a payment up to what its provider says. Throws ProviderUnavailable and ProviderRefused;
 * asking again later is always safe. `mismatch`: the answer is about another price or order, so
 * nothing was done but telling staff.
 */
export async function reviewPayment(
  payments: Payments,
  paymentId: string,
  source: StatusSource,
): Promise<Review> {
  const { work, clock } = payments.kernel;
  const payment = await work.read((db) => store.findPayment(db, paymentId));
  const provider = payment && payments.providers.find(payment.provider);
  if (!payment?.provider_payment_id || !provider) return 'not_asked';
  const truth = await provider.fetchPayment(payment.provider_payment_id);
  const rates = await fetchRates(payments, provider, payment, truth);
  return work.write(async (tx) => {
    const locked = await store.lockPayment(tx, paymentId);
    if (!locked) return 'not_asked';
    const now = clock.now();
    const problem = mismatchOf(locked, truth);
    if (problem) {
      await alertStaff(payments, tx, locked, problem);
      await store.updatePayment(tx, paymentId, { checked_at: now });
      return 'mismatch';
    }
    await applyTruth(payments, tx, locked, { truth, rates, source, now });
    return 'done';
  });
}

type Found = { truth: ProviderTruth; rates: ArrivalRates; source: StatusSource; now: Date };

async function applyTruth(
  payments: Payments,
  tx: Tx,
  payment: store.PaymentRow,
  { truth, rates, source, now }: Found,
): Promise<void> {
  const arrivals = await bookArrivals(payments, tx, payment, { truth, rates, now });
  const returns = await bookReturns(payments, tx, payment, {
    returns: truth.returns,
    arrivals,
    now,
  });
  const last = truth.transfers.at(-1);
  const row = await store.updatePayment(tx, payment.id, {
    checked_at: now,
    provider_reference: truth.reference ?? payment.provider_reference,
    actually_paid: arrivals.paid,
    actually_paid_value: arrivals.worthText,
    credited_amount: arrivals.creditedText,
    amount_refunded: returns.refundedText,
    transaction_hash: last?.hash ?? payment.transaction_hash,
    confirmations: last?.confirmations ?? payment.confirmations,
    // What brought money is part of the history again.
    ...(arrivals.hasNewMoney && { hidden_at: null }),
  });
  const events = eventsOf({
    providerStatus: truth.status,
    price: totalOf(priceOf(payment)),
    arrived: arrivals.worth,
    hasNewMoney: arrivals.hasNewMoney,
    returned: returns.isAllReturned ? arrivals.worth : returns.returned,
    newReturn: returns.newReturn,
    hasReinstated: returns.hasReinstated,
  });
  await takeEvents(payments, tx, row, {
    events,
    source,
    note: truth.providerStatus,
    hasNews: arrivals.hasNews || returns.newReturn !== null || returns.hasReinstated,
  });
}

/** The provider must speak of our order and our price, or nothing it says moves money. */
function mismatchOf(payment: store.PaymentRow, truth: ProviderTruth): string | null {
  if (truth.orderId !== null && truth.orderId !== payment.id)
    return 'The provider names another order for this payment.';
  const asked: Quantity[] = [
    { currency: payment.currency, amount: totalText(payment) },
    ...(payment.pay_amount === null
      ? []
      : [{ currency: payment.pay_currency, amount: payment.pay_amount }]),
  ];
  if (truth.price !== null && !asked.some((one) => isSame(one, truth.price!)))
    return 'The provider names another price for this payment.';
  return null;
}

const totalText = ({ amount, fee_amount }: store.PaymentRow): string =>
  new Decimal(amount).plus(fee_amount).toFixed();

const isSame = (a: Quantity, b: Quantity): boolean =>
  a.currency.toLowerCase() === b.currency.toLowerCase() && new Decimal(a.amount).eq(b.amount);
