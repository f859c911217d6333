// How much of what arrived is credited: pure arithmetic in the price currency.
import { Decimal, toDecimal } from '#lib/decimal.ts';
import {
  type Amount,
  addAmounts,
  compareAmounts,
  isPositive,
  roundToAmount,
  subtractAmounts,
} from '#lib/money.ts';
import { isEnough } from './payment-states.ts';

/** What the wallet is to get, and our fee on top of it. */
export type Price = { amount: Amount; fee: Amount };

export const totalOf = ({ amount, fee }: Price): Amount => addAmounts(amount, fee);

/** The part of an arrived worth that is the customer's: without the fee's share of it. */
export const withoutFee = (worth: Amount, price: Price): Amount =>
  roundToAmount(
    toDecimal(worth)
      .times(toDecimal(price.amount))
      .div(toDecimal(totalOf(price))),
    worth.currency,
  );

export type Credit = { credited: Amount; fee: Amount };

/**
 * What one transfer of `worth` adds to the wallet after others were worth `before` and brought
 * `creditedBefore`. A sum of at least 99 % is credited in full; what comes after that, as it came.
 */
export function creditOf(
  price: Price,
  { before, creditedBefore, worth }: { before: Amount; creditedBefore: Amount; worth: Amount },
): Credit {
  const own = withoutFee(worth, price);
  const fee = subtractAmounts(worth, own);
  if (compareAmounts(creditedBefore, price.amount) >= 0) return { credited: own, fee };
  const sum = addAmounts(before, worth);
  const due = withoutFee(sum, price);
  const isFull = isEnough(sum, totalOf(price)) && compareAmounts(due, price.amount) < 0;
  const credited = subtractAmounts(isFull ? price.amount : due, creditedBefore);
  return { credited: isPositive(credited) ? credited : own, fee };
}

/** Units of the price currency for one of the pay currency, as the price was locked. */
export const lockedRate = (price: Price, payAmount: Amount): string =>
  new Decimal(toDecimal(totalOf(price)))
    .div(toDecimal(payAmount))
    .toSignificantDigits(40)
    .toFixed();

/** An arrived quantity in the price currency, half-even. */
export const worthOf = (quantity: string, rate: string, currency: string): Amount =>
  roundToAmount(new Decimal(quantity).times(rate), currency);
