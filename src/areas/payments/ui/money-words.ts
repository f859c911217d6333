import { isCurrency } from '#lib/currencies.ts';
import { formatAmount } from '#lib/format-money.ts';
import { amountOf, parseAmount } from '#lib/money.ts';

/** `$12.50`, `0.0001 BTC`; an amount in a currency that we do not know stays as it came. */
export function sayMoney(text: string, currency: string, options?: { isSigned: boolean }): string {
  const amount = isCurrency(currency) ? parseAmount(text, currency) : null;
  return amount ? formatAmount(amount, options) : `${text} ${currency}`;
}

/** What a wallet's field takes: digits without the zeros that nobody would type. */
export const trimZeros = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+$/, '') : text;

export const isAboveZero = (text: string): boolean => /[1-9]/.test(text) && !text.startsWith('-');

/** From a number, for estimates alone: their digits are not exact. */
export const sayAbout = (value: number, currency: string, decimals: number): string =>
  formatAmount(amountOf(value.toFixed(decimals), currency));
