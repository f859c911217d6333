// Results, rates and facts as the customs screens write them.
import { formatDecimal } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import type { ResultWire } from '../wire/calculations/calculation-results.ts';

/** `at least €12.50` if a part of it is unknown. */
export const formatTotal = (
  result: Pick<ResultWire, 'total_payments' | 'total_is_minimum' | 'currency'>,
) =>
  `${result.total_is_minimum ? 'at least ' : ''}${formatMoney(result.total_payments, result.currency)}`;

/** `indicative` rates come with the program, without an official source. */
export const formatRateSource = (source: string): string =>
  source === 'indicative' ? 'Indicative rate' : source === 'own' ? 'Your own rate' : source;

/** Six significant digits are enough to read. */
export const formatRate = (rate: string): string =>
  formatDecimal(rate, { maximumSignificantDigits: 6 });
