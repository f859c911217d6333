// Results, rates and facts as the customs screens write them.
import { formatDecimal } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import type { ResultWire } from '../wire/calculations/calculation-results.ts';

type Total = Pick<ResultWire, 'total_payments' | 'total_is_minimum' | 'currency' | 'total_most'>;

/** `at least €12.50` if a part of it is unknown, `€0.00 to €12.50` while a question is open. */
export const formatTotal = (result: Total) =>
  formatAmounts(result, result.total_payments, result.total_most);

/** An amount of the result; `most` is null or undefined if it is not known. */
export function formatAmounts(
  { total_is_minimum: isMinimum, currency }: Pick<Total, 'total_is_minimum' | 'currency'>,
  least: string,
  most: string | null | undefined,
): string {
  const amount = formatMoney(least, currency);
  if (!isMinimum) return amount;
  return most ? `${amount} to ${formatMoney(most, currency)}` : `at least ${amount}`;
}

/** `indicative` rates come with the program, without an official source. */
export const formatRateSource = (source: string): string =>
  source === 'indicative' ? 'Indicative rate' : source === 'own' ? 'Your own rate' : source;

/** Six significant digits are enough to read. */
export const formatRate = (rate: string): string =>
  formatDecimal(rate, { maximumSignificantDigits: 6 });
