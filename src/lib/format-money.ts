// Formats money for people. Separate from format.ts, because it loads the data of all currencies.
import { findCurrency, isCurrency } from './currencies.ts';
import { type Amount, parseAmount, toDecimalText } from './money.ts';

/** Formats US dollars as `$12.50` and other dollars as `CA$12.50`. */
const locale = 'en-US';

type MoneyStyle = { isSigned?: boolean };

/** `$12.50`, `0.0001 BTC`; with `isSigned`, positive amounts have a plus sign. */
export function formatAmount(amount: Amount, { isSigned = false }: MoneyStyle = {}): string {
  const found = findCurrency(amount.currency);
  const isFiat = found?.kind === 'fiat';
  const exponent = found?.exponent ?? 0;
  const format = new Intl.NumberFormat(locale, {
    ...(isFiat && { style: 'currency', currency: amount.currency }),
    minimumFractionDigits: isFiat ? exponent : Math.min(exponent, 2),
    maximumFractionDigits: exponent,
    signDisplay: isSigned ? 'exceptZero' : 'auto',
  });
  // As text, because Intl keeps all its digits; a number would lose precision.
  const text = format.format(toDecimalText(amount) as Intl.StringNumericLiteral);
  return isFiat ? text : `${text} ${found?.token}`;
}

/** The same for decimal text of the API. An unknown currency is kept unformatted: `12 XYZ`. */
export function formatMoney(text: string, currency: string, style?: MoneyStyle): string {
  const amount = isCurrency(currency) ? parseAmount(text, currency) : null;
  return amount ? formatAmount(amount, style) : `${text} ${currency}`;
}

/** `$79`, `$65.83`: a price, with cents only where there are any. */
export const formatPrice = (text: string, currency: string): string =>
  formatMoney(text, currency).replace(/\.00$/, '');

/** `$0.0002`: the price of a small unit, with all of its decimals. */
export const formatUnitPrice = (text: string, currency: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 12 }).format(
    text as Intl.StringNumericLiteral,
  );

/** `$1.2K`, for the axes of charts. */
export const formatCompactMoney = (value: number, currency: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(value);
