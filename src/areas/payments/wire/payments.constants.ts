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

/** `manual`: credited by staff, without a provider. */
export const paymentProviders = ['nowpayments', 'stripe', 'manual', 'sandbox'] as const;
export type PaymentProviderName = (typeof paymentProviders)[number];
