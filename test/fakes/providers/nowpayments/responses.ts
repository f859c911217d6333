// Payments as NOWPayments writes them: ids are text in one response and numbers in others, and the
// notification has times in milliseconds and no list of repeated deposits.
import { Decimal } from '#lib/decimal.ts';
import { endsAt, type Payment, rateMs, settledBy } from './books.ts';
import { convert, findCoin } from './coins.ts';

/** It keeps half a percent. */
const feeShare = '0.005';
const toNumber = (amount: Decimal): number => amount.toNumber();

function describeOutcome(payment: Payment) {
  const settled = settledBy(payment);
  const fee = settled.times(feeShare).toDecimalPlaces(8);
  return { fee, amount: settled.minus(fee) };
}

const describe = (payment: Payment) => ({
  payment_status: payment.status,
  pay_address: payment.address,
  price_amount: toNumber(payment.priceAmount),
  price_currency: payment.priceCurrency,
  pay_amount: toNumber(payment.payAmount),
  pay_currency: payment.payCurrency,
  order_id: payment.orderId,
  order_description: payment.description,
  payin_extra_id: payment.extraId,
});

export const describeCreated = (payment: Payment) => ({
  payment_id: String(payment.id),
  ...describe(payment),
  ipn_callback_url: payment.callbackUrl,
  created_at: payment.createdAt.toISOString(),
  updated_at: payment.updatedAt.toISOString(),
  purchase_id: payment.purchaseId,
  amount_received: toNumber(payment.payAmount.times(new Decimal(1).minus(feeShare))),
  smart_contract: null,
  network: findCoin(payment.payCurrency)!.network,
  network_precision: null,
  time_limit: null,
  burning_percent: null,
  expiration_estimate_date: new Date(payment.createdAt.getTime() + rateMs).toISOString(),
  is_fixed_rate: false,
  is_fee_paid_by_user: false,
  valid_until: endsAt(payment).toISOString(),
  type: 'crypto2crypto',
});

export const describeStatus = (payment: Payment) => ({
  payment_id: payment.id,
  invoice_id: null,
  ...describe(payment),
  actually_paid: toNumber(payment.paid),
  purchase_id: Number(payment.purchaseId),
  outcome_amount: toNumber(describeOutcome(payment).amount),
  outcome_currency: payment.payCurrency,
  payout_hash: null,
  payin_hash: payment.hash,
  created_at: payment.createdAt.toISOString(),
  updated_at: payment.updatedAt.toISOString(),
  burning_percent: 'null',
  type: 'crypto2crypto',
  payment_extra_ids: payment.children.map(({ id }) => id),
  ...(payment.parent && { parent_payment_id: payment.parent.id }),
});

export const describeNotification = (payment: Payment) => ({
  payment_id: payment.id,
  parent_payment_id: payment.parent?.id ?? null,
  invoice_id: null,
  ...describe(payment),
  actually_paid: toNumber(payment.paid),
  actually_paid_at_fiat: toNumber(
    convert(payment.paid, payment.payCurrency, payment.priceCurrency).toDecimalPlaces(2),
  ),
  purchase_id: payment.purchaseId,
  outcome_amount: toNumber(describeOutcome(payment).amount),
  outcome_currency: payment.payCurrency,
  payment_extra_ids: null,
  fee: {
    currency: payment.payCurrency,
    depositFee: toNumber(describeOutcome(payment).fee),
    withdrawalFee: 0,
    serviceFee: 0,
  },
  updated_at: payment.updatedAt.getTime(),
});
