// Sums over the sandbox's books of one payment.
import { Decimal } from '#lib/decimal.ts';
import { type Amount, roundToAmount } from '#lib/money.ts';
import type { Books, TransferRow } from './sandbox-store.ts';

/** From here on the sandbox does not take a transfer back. */
export const settledConfirmations = 6;

const sumOf = (rows: readonly { amount: string }[]): Decimal =>
  rows.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));

export const isSettled = ({ confirmations }: Pick<TransferRow, 'confirmations'>): boolean =>
  confirmations >= settledConfirmations;

/** All that was sent, settled or not, in the pay currency. */
export const paidOf = ({ transfers }: Books): Decimal => sumOf(transfers);

/** What was settled and not given back yet, in the price currency by the locked rate. */
export function leftOf({ payment, transfers, refunds }: Books): Amount {
  const settled = sumOf(transfers.filter(isSettled));
  const worth = settled.times(payment.price_amount).div(payment.pay_amount).minus(sumOf(refunds));
  return roundToAmount(worth, payment.price_currency);
}
