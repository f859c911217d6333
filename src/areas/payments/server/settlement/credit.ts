// Computes how much of the received money is credited, in the price currency.
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

/** The amount to credit, and our fee on top. */
export type Price = { amount: Amount; fee: Amount };

export const sumPrice = ({ amount, fee }: Price): Amount => addAmounts(amount, fee);

/** The customer's part of a received value, without the share of the fee. */
export const withoutFee = (worth: Amount, price: Price): Amount =>
  roundToAmount(
    toDecimal(worth)
      .times(toDecimal(price.amount))
      .div(toDecimal(sumPrice(price))),
    worth.currency,
  );

export type Credit = { credited: Amount; fee: Amount };

/** A sum of at least 99 % is credited in full; anything beyond it as received. */
export function computeCredit(
  price: Price,
  { before, creditedBefore, worth }: { before: Amount; creditedBefore: Amount; worth: Amount },
): Credit {
  const own = withoutFee(worth, price);
  const fee = subtractAmounts(worth, own);
  if (compareAmounts(creditedBefore, price.amount) >= 0) return { credited: own, fee };
  const sum = addAmounts(before, worth);
  const due = withoutFee(sum, price);
  const isFull = isEnough(sum, sumPrice(price)) && compareAmounts(due, price.amount) < 0;
  const credited = subtractAmounts(isFull ? price.amount : due, creditedBefore);
  return { credited: isPositive(credited) ? credited : own, fee };
}

/** The locked rate: units of the price currency per unit of the pay currency. */
export const lockedRate = (price: Price, payAmount: Amount): string =>
  new Decimal(toDecimal(sumPrice(price)))
    .div(toDecimal(payAmount))
    .toSignificantDigits(40)
    .toFixed();

/** The value of a received quantity in the price currency, rounded half-even. */
export const convertAt = (quantity: string, rate: string, currency: string): Amount =>
  roundToAmount(new Decimal(quantity).times(rate), currency);
