// Amounts, countries and states of lines in words.
import { isCurrency } from '#lib/currencies.ts';
import { formatAmount } from '#lib/format-money.ts';
import { parseAmount } from '#lib/money.ts';
import type { LineWire, ResultWire } from '../calculation-schema.ts';
import { factNamed } from '../facts.ts';

/** `€12.50`; an amount in a currency that we do not know stays as it came. */
export function sayMoney(text: string, currency: string, options?: { isSigned: boolean }): string {
  const amount = isCurrency(currency) ? parseAmount(text, currency) : null;
  return amount ? formatAmount(amount, options) : `${text} ${currency}`;
}

/** `at least €12.50` where a part of it is unknown. */
export const sayTotal = (
  result: Pick<ResultWire, 'total_payments' | 'total_is_minimum' | 'currency'>,
) =>
  `${result.total_is_minimum ? 'at least ' : ''}${sayMoney(result.total_payments, result.currency)}`;

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

export function sayCountry(code: string): string {
  try {
    return countryNames.of(code) ?? code;
  } catch {
    return code;
  }
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** `21 Nov 2026` for `2026-11-21`. */
export function sayDay(day: string): string {
  const instant = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(instant.getTime()) ? day : dayFormat.format(instant);
}

export const confidenceWords: Record<NonNullable<LineWire['confidence']>, string> = {
  high: 'High: from the law or its authority',
  medium: 'Medium: from an official summary or a good second source',
  low: 'Low: from a single unofficial source',
  verify: 'To be verified: common knowledge without a source yet',
  own: 'Your own rate',
};

export const categoryWords: Record<LineWire['category'], string> = {
  duty: 'Customs duty',
  excise: 'Excise',
  vat: 'VAT and sales tax',
  fee: 'Fees',
  environment: 'Environment and recycling',
  other: 'Other',
};

/** A fact that an answer misses: its label, or what it names as it is. */
export const sayFact = (name: string): string =>
  factNamed(name)?.label ?? name.replace(/^exchange_rate /, 'exchange rate ').replaceAll('_', ' ');

/** `Engine capacity, Power and Produced`. */
export const sayList = (words: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(words);

/** Whose rate it is. The one that comes with the program is nobody's official rate. */
export const saySource = (source: string): string =>
  source === 'indicative' ? 'Indicative rate' : source === 'own' ? 'Your own rate' : source;

const rateFigure = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });

/** Six digits of a rate: all of them are for calculating, not for reading. */
export const sayRate = (rate: string): string => rateFigure.format(Number(rate));
