// Limits in US dollars for amounts in any currency.
import { InvalidInput } from '#kernel/http/errors.ts';
import { convertAmount, Decimal, toDecimal } from '#lib/decimal.ts';
import { formatAmount } from '#lib/format-money.ts';
import {
  type Amount,
  compareAmounts,
  type RoundingMode,
  roundToAmount,
  toDecimalText,
} from '#lib/money.ts';
import { snapshotRate } from '#lib/rates.ts';

type Limits = { least?: Amount; most: Amount; rounding?: RoundingMode };

/** Throws InvalidInput for a value outside the limits, and for a currency without a rate. */
export function assertWorth(amount: Amount, { least, most, rounding }: Limits): void {
  const { currency } = amount;
  const rate = currency === 'USD' ? '1' : snapshotRate(currency, 'USD')?.rate;
  if (rate === undefined)
    throw new InvalidInput({ currency: [`What ${currency} is worth is not known.`] });
  const dollars = convertAmount(amount, rate, 'USD', rounding);
  const format = (limit: Amount) =>
    currency === 'USD' ? toDecimalText(limit) : `${formatAmount(limit)} of worth`;
  if (least && compareAmounts(dollars, least) < 0) throw tooLittle(format(least));
  if (compareAmounts(dollars, most) > 0) throw tooMuch(format(most));
}

/** The largest amount that makes at most `total` with a fee on top. */
export const amountWithoutFee = (total: Amount, feePercent: string): Amount =>
  roundToAmount(
    toDecimal(total).times(100).div(new Decimal(feePercent).plus(100)),
    total.currency,
    'down',
  );

export const tooLittle = (bound: string) =>
  new InvalidInput({ amount: [`Ensure this value is greater than or equal to ${bound}.`] });

export const tooMuch = (bound: string) =>
  new InvalidInput({ amount: [`Ensure this value is less than or equal to ${bound}.`] });
