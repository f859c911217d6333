// How much of a wallet's money a reversal takes back: at most what its transfer credited.
import { Decimal } from '#lib/decimal.ts';
import {
  type Amount,
  addAmounts,
  compareAmounts,
  isPositive,
  roundToAmount,
  subtractAmounts,
  toAmount,
  zero,
} from '#lib/money.ts';
import type { PaymentRow } from '../payments/payment-store.ts';
import type { ProviderReversal } from '../providers/provider.ts';
import { convertAt, withoutFee } from './credit.ts';
import { readPrice } from './record-transfers.ts';
import type { ReversalRow, TransferRow } from './settlement-store.ts';

/** What is left of the credited money, and `problem` if the reversal needs people. */
export type Reversal = {
  amount: Amount;
  /** Our fee of the deposit, as far as the provider took it, too. */
  fee: Amount;
  /** What left the provider, as far as it is booked. */
  returned: Amount;
  problem: string | null;
};

/** Without failed ones; requested ones have already left the wallet. */
export const sumReversals = (rows: readonly ReversalRow[], currency: string): Amount =>
  rows
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => addAmounts(sum, toAmount(amount, currency)), zero(currency));

const least = (one: Amount, other: Amount): Amount =>
  compareAmounts(one, other) < 0 ? one : other;

/** In the price currency. `rows` are the payment's other reversals. */
export function computeReversal(
  payment: PaymentRow,
  one: ProviderReversal,
  { transfers, rows }: { transfers: readonly TransferRow[]; rows: readonly ReversalRow[] },
): Reversal {
  const { currency } = payment;
  const nothing = (reason: string): Reversal => ({
    amount: zero(currency),
    fee: zero(currency),
    returned: zero(currency),
    problem: `The provider returned ${one.amount} ${one.currency}${reason} Nothing was taken from the wallet.`,
  });
  const credited = transfers.filter(({ journal_id }) => journal_id !== null);
  const own = credited.find((row) => row.provider_transfer_id === one.transferId);
  if (one.transferId !== null && !own) return nothing(' that were never credited.');
  const ownRows = own ? rows.filter((row) => row.provider_transfer_id === one.transferId) : rows;
  const left = subtractReversals(payment, own ? [own] : credited, ownRows);
  const leftOfAll = subtractReversals(payment, credited, rows);
  const most = least(left, leftOfAll);
  if (most.minor <= 0n) return nothing(' that were taken back already.');
  const fee = sumFees(payment, own ? [own] : credited);
  const isAll = own?.currency === one.currency && isWholeTransfer(one, own);
  // Its deposit is undone, with what was rounded up to the price when nearly all arrived.
  if (isAll && most.minor === toAmount(own.credited_amount!, currency).minor)
    return { amount: most, fee, returned: toAmount(own.value!, currency), problem: null };
  const worth = worthIn(payment, one, own);
  if (!worth)
    return isAll ? withFee(most, zero(currency)) : nothing(', and their rate is unknown.');
  if (isAll || compareAmounts(worth, most) >= 0)
    return withFee(most, least(subtractAmounts(worth, most), fee));
  const amount = one.kind === 'chargeback' ? withoutFee(worth, readPrice(payment)) : worth;
  return withFee(amount, subtractAmounts(worth, amount));
}

function withFee(amount: Amount, beyond: Amount): Reversal {
  const fee = isPositive(beyond) ? beyond : zero(amount.currency);
  return { amount, fee, returned: addAmounts(amount, fee), problem: null };
}

/** Our part of these transfers. */
const sumFees = (payment: PaymentRow, credited: readonly TransferRow[]): Amount =>
  credited.reduce((sum, row) => {
    const value = toAmount(row.value ?? '0', payment.currency);
    return addAmounts(sum, subtractAmounts(value, withoutFee(value, readPrice(payment))));
  }, zero(payment.currency));

const subtractReversals = (
  { currency }: PaymentRow,
  credited: readonly TransferRow[],
  reversals: readonly ReversalRow[],
): Amount =>
  subtractAmounts(
    credited.reduce(
      (sum, row) => addAmounts(sum, toAmount(row.credited_amount ?? '0', currency)),
      zero(currency),
    ),
    sumReversals(reversals, currency),
  );

const isWholeTransfer = (one: ProviderReversal, { amount }: TransferRow): boolean =>
  new Decimal(one.amount).gte(amount);

/** At the rate of the credit. */
function worthIn(
  payment: PaymentRow,
  one: ProviderReversal,
  own: TransferRow | undefined,
): Amount | null {
  if (one.currency === payment.currency) return roundToAmount(one.amount, payment.currency);
  const credit = own ?? { currency: payment.pay_currency, rate: payment.exchange_rate };
  if (credit.currency !== one.currency || credit.rate === null) return null;
  return convertAt(one.amount, credit.rate, payment.currency);
}
