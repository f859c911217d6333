// A payment's snapshot from Stripe's objects.
import type Stripe from 'stripe';
import type { PaymentStatus } from '../../../wire/payments.constants.ts';
import type { ProviderReversal, ProviderSnapshot, ProviderTransfer } from '../provider.ts';
import { fromStripeUnits } from './stripe-amounts.ts';

export type StripeObjects = {
  session: Stripe.Checkout.Session;
  intent: Stripe.PaymentIntent | null;
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
};

export function toSnapshot({
  session,
  intent,
  refunds,
  disputes,
}: StripeObjects): ProviderSnapshot {
  const price =
    session.amount_total !== null && session.currency !== null
      ? fromStripeUnits(session.amount_total, session.currency)
      : null;
  const transfers = intent ? readTransfers(intent) : [];
  const reversals = [...refunds.map(toRefund), ...disputes.flatMap(toChargeback)];
  const [paid] = transfers;
  return {
    providerPaymentId: session.id,
    reference: intent?.id ?? null,
    orderId: session.client_reference_id,
    status: readStatus(session, intent),
    providerStatus: `${session.status}/${session.payment_status}`,
    price,
    payAmount: price,
    actuallyPaid: price && { currency: price.currency, amount: paid?.amount ?? '0' },
    transfers,
    reversals,
    updatedAt: null,
    raw: { session, refunds, disputes },
  };
}

type IntentObjects = Omit<StripeObjects, 'session' | 'intent'> & { intent: Stripe.PaymentIntent };

/** Of a saved card that was charged. */
export function toIntentSnapshot({ intent, refunds, disputes }: IntentObjects): ProviderSnapshot {
  const price = fromStripeUnits(intent.amount, intent.currency);
  const transfers = readTransfers(intent);
  return {
    providerPaymentId: intent.id,
    reference: intent.id,
    orderId: intent.metadata.payment ?? null,
    status: statusOfIntent(intent),
    providerStatus: intent.status,
    price,
    payAmount: price,
    actuallyPaid: { currency: price.currency, amount: transfers[0]?.amount ?? '0' },
    transfers,
    reversals: [...refunds.map(toRefund), ...disputes.flatMap(toChargeback)],
    declineCode: readDeclineCode(intent),
    updatedAt: null,
    raw: { intent, refunds, disputes },
  };
}

function statusOfIntent(intent: Stripe.PaymentIntent): PaymentStatus {
  if (readCharge(intent)?.refunded) return 'refunded';
  if (intent.status === 'succeeded') return 'completed';
  return intent.status === 'processing' ? 'confirming' : 'failed';
}

function readDeclineCode({ status, last_payment_error: error }: Stripe.PaymentIntent) {
  if (status === 'succeeded' || status === 'processing') return null;
  const isUnconfirmed = status === 'requires_action' || error?.code === 'authentication_required';
  if (isUnconfirmed) return 'authentication_required';
  return error?.decline_code ?? error?.code ?? 'card_declined';
}

const readCharge = (intent: Stripe.PaymentIntent | null): Stripe.Charge | null =>
  typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;

function readStatus(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): PaymentStatus {
  if (readCharge(intent)?.refunded) return 'refunded';
  if (intent?.status === 'succeeded') return 'completed';
  if (session.status === 'expired') return 'expired';
  if (session.status !== 'complete') return 'pending';
  if (session.payment_status !== 'unpaid') return 'confirmed';
  // Bank debits are submitted first and decided days later.
  return intent && ['canceled', 'requires_payment_method'].includes(intent.status)
    ? 'failed'
    : 'confirming';
}

function readTransfers(intent: Stripe.PaymentIntent): ProviderTransfer[] {
  if (intent.status !== 'succeeded' || intent.amount_received <= 0) return [];
  const seconds = readCharge(intent)?.created ?? intent.created;
  return [
    {
      ...fromStripeUnits(intent.amount_received, intent.currency),
      id: intent.id,
      at: new Date(seconds * 1000),
      confirmations: null,
      hash: null,
      isSettled: true,
    },
  ];
}

/** The id of a related object, expanded or not. */
export const readId = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'object' ? (value?.id ?? null) : (value ?? null);

/** A refund can fail days later, when the bank returns it. */
export const toRefund = (refund: Stripe.Refund): ProviderReversal => ({
  ...fromStripeUnits(refund.amount, refund.currency),
  id: refund.id,
  transferId: readId(refund.payment_intent),
  kind: 'refund',
  at: new Date(refund.created * 1000),
  isUndone: refund.status === 'failed' || refund.status === 'canceled',
});

/** By the money that Stripe withdrew and reinstated, whatever the status of the dispute. */
function toChargeback(dispute: Stripe.Dispute): ProviderReversal[] {
  const movements = dispute.balance_transactions.filter(({ amount }) => amount !== 0);
  if (movements.length === 0) return [];
  const withdrawn = sumWithdrawn(dispute, movements);
  return [
    {
      ...fromStripeUnits(withdrawn > 0 ? withdrawn : dispute.amount, dispute.currency),
      id: dispute.id,
      transferId: readId(dispute.payment_intent),
      kind: 'chargeback',
      at: new Date(Math.max(...movements.map(({ created }) => created)) * 1000),
      isUndone: withdrawn <= 0,
    },
  ];
}

/** In units of its currency. Rates differ between two conversions, so those are counted. */
function sumWithdrawn(dispute: Stripe.Dispute, movements: Stripe.BalanceTransaction[]): number {
  const isConverted = movements.some(({ currency }) => currency !== dispute.currency);
  return movements.reduce(
    (sum, { amount }) => sum - (isConverted ? Math.sign(amount) * dispute.amount : amount),
    0,
  );
}
