// Sums over the sandbox's records of one payment.
import { Decimal } from '#lib/decimal.ts';
import { type Amount, roundToAmount } from '#lib/money.ts';
import type { SandboxRecords, TransferRow } from './sandbox-store.ts';

/** Final from this number of confirmations. */
export const settledConfirmations = 6;

const sumAmounts = (rows: readonly { amount: string }[]): Decimal =>
  rows.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));

export const isSettled = ({ confirmations }: Pick<TransferRow, 'confirmations'>): boolean =>
  confirmations >= settledConfirmations;

/** Everything sent, settled or not, in the pay currency. */
export const sumPaid = ({ transfers }: SandboxRecords): Decimal => sumAmounts(transfers);

/** Settled and not yet returned, in the price currency at the locked rate. */
export function computeLeft({ payment, transfers, refunds }: SandboxRecords): Amount {
  const settled = sumAmounts(transfers.filter(isSettled));
  const worth = settled
    .times(payment.price_amount)
    .div(payment.pay_amount)
    .minus(sumAmounts(refunds));
  return roundToAmount(worth, payment.price_currency);
}
