import { formatMoney } from '#lib/format-money.ts';
import type { WithdrawalWire } from '../../wire/withdrawals.ts';

export const destinationNames: Record<WithdrawalWire['destination']['kind'], string> = {
  payment: 'Back to a payment',
  bank: 'Bank account',
  crypto: 'Address',
};

/** `Bank account DE...3000`. */
export const formatDestination = ({ destination }: Pick<WithdrawalWire, 'destination'>): string =>
  [destinationNames[destination.kind], destination.masked].filter(Boolean).join(' ');

export const formatWithdrawal = ({ amount, currency }: WithdrawalWire): string =>
  formatMoney(amount, currency);
