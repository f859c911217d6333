import type { PaymentStatus } from '../../../wire/payments.constants.ts';

const statuses: ReadonlyMap<string, PaymentStatus> = new Map([
  ['waiting', 'pending'],
  ['confirming', 'confirming'],
  ['confirmed', 'confirmed'],
  ['sending', 'confirmed'],
  ['partially_paid', 'partially_paid'],
  ['finished', 'completed'],
  ['failed', 'failed'],
  ['refunded', 'refunded'],
  ['expired', 'expired'],
]);

export const isKnownStatus = (status: string): boolean => statuses.has(status);

/** Unknown statuses change nothing. The sandbox uses the same statuses. */
export const statusFromNowpayments = (status: string): PaymentStatus =>
  statuses.get(status) ?? 'pending';
