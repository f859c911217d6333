// Exact decimals for rates and percentages; money itself is an `Amount`. By default decimal.js
// silently rounds to 20 digits.
import { Decimal as DecimalJs } from 'decimal.js';
import { type Amount, type RoundingMode, roundToAmount, toDecimalText } from './money.ts';

/** 60 digits, never in exponential notation. */
export const Decimal = DecimalJs.clone({ precision: 60, toExpNeg: -60, toExpPos: 60 });
export type Decimal = InstanceType<typeof Decimal>;

/** The amount as a decimal in whole units: 12.5 for 1250 cents. */
export const toDecimal = (amount: Amount): Decimal => new Decimal(toDecimalText(amount));

/**
 * Converts an amount to another currency. `rate` is decimal text: units of `currency` per unit of
 * the amount's currency. Rounds to the decimals of the currency, half-even by default.
 */
export const convertAmount = (
  amount: Amount,
  rate: string | Decimal,
  currency: string,
  mode: RoundingMode = 'half-even',
): Amount => roundToAmount(toDecimal(amount).times(rate), currency, mode);

/** `percent` is 0 to 100 as decimal text: 2.5 % of $10.00 is $0.25. */
export const formatPercentage = (
  amount: Amount,
  percent: string | Decimal,
  mode: RoundingMode = 'half-even',
): Amount => roundToAmount(toDecimal(amount).times(percent).div(100), amount.currency, mode);
