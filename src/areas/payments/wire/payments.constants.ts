/** Transitions between them: README.md. */
export const paymentStatuses = [
  'pending',
  'confirming',
  'confirmed',
  'partially_paid',
  'completed',
  'failed',
  'expired',
  'cancelled',
  'refunded',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const paymentStatusLabels: Record<PaymentStatus, string> = {
  pending: 'Waiting for payment',
  confirming: 'Confirming',
  confirmed: 'Confirmed',
  partially_paid: 'Partially paid',
  completed: 'Completed',
  failed: 'Failed',
  expired: 'Expired',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
};

/** A payment that a bank took back has the status of one that was refunded, but other words. */
export const describePaymentStatus = (status: PaymentStatus, isChargedBack: boolean): string =>
  status === 'refunded' && isChargedBack ? 'Charged back' : paymentStatusLabels[status];

/** Closed payments are checked at their provider for this long: money that comes is credited. */
export const lateDays = 7;

/** Why money is not credited, or a payment can't go on as it was begun. */
export const paymentProblems = [
  'not_settled',
  'unknown_currency',
  'unknown_status',
  'no_rate',
  'rest_too_small',
] as const;
export type PaymentProblem = (typeof paymentProblems)[number];

/** For staff. */
export const paymentProblemLabels: Record<PaymentProblem, string> = {
  not_settled: 'Arrived, not settled',
  unknown_currency: 'Unknown currency',
  unknown_status: 'Unknown status',
  no_rate: 'No rate',
  rest_too_small: 'Rest too small',
};

/** What customers read, on the screen and by mail. */
export const paymentProblemTexts: Record<PaymentProblem, string> = {
  not_settled:
    'Your money arrived at the payment provider, but it could not complete the transfer, so it is not credited yet. Our staff have been alerted: they ask the provider and write to you. Do not pay again, and do not send more.',
  unknown_currency:
    'Money came in a currency that we do not take, and is not credited yet. Our staff have been alerted: they clear it up with the payment provider and write to you. Do not pay again.',
  unknown_status:
    'The payment provider reports a state of this payment that we do not know. Our staff have been alerted and look at it. Do not pay until they have written to you.',
  no_rate:
    'Your money arrived, but there is no exchange rate for it at the moment. It is credited as soon as there is one, and our staff have been alerted. You need not do anything; do not pay again.',
  rest_too_small:
    'What is missing is less than the payment provider accepts in this currency. Do not send the rest: it would not be credited.',
};

/** `manual`: credited by staff, without a provider. */
export const paymentProviders = ['nowpayments', 'stripe', 'manual', 'sandbox'] as const;
export type PaymentProviderName = (typeof paymentProviders)[number];
