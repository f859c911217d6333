import type { PaymentStatus } from '../../payment-status.ts';

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

/** A word that NOWPayments added since is nothing to act on. The sandbox speaks the same words. */
export const statusFromNowpayments = (word: string): PaymentStatus =>
  statuses.get(word) ?? 'pending';
