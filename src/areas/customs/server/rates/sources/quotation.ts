// What every parser returns, and the checks that all of them share.
import { findCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';

/** `units` of `base` cost `rate` of `currency`, as published. Numbers are decimal text. */
export type Quotation = {
  base: string;
  currency: string;
  units: string;
  rate: string;
  /** The first day that it holds for, as `YYYY-MM-DD`. */
  date: string;
  /** The last one, where the source names it. */
  validUntil: string | null;
};

/** A row as a file has it: any part may be missing or no number. */
export type RawQuotation = {
  base: unknown;
  currency: unknown;
  units?: unknown;
  rate: unknown;
  date: string;
  validUntil?: string | null;
};

const decimalPattern = /^\d+(\.\d+)?(e[+-]?\d+)?$/i;
const dayPattern = /^\d{4}-\d\d-\d\d$/;

/** Above zero, without exponent; an empty text for anything else. */
function plainDecimal(value: unknown): string {
  const text = String(value).trim();
  if (!decimalPattern.test(text)) return '';
  const read = new Decimal(text);
  return read.gt(0) ? read.toFixed() : '';
}

const isFiat = (code: unknown): code is string =>
  typeof code === 'string' && findCurrency(code)?.kind === 'fiat';

/**
 * The usable rows: of known currencies, above zero. Throws if a row has no day, if one pair has two
 * rates on a day, or if no row is left: then the text is not what `title` publishes.
 */
export function checkQuotations(title: string, rows: readonly RawQuotation[]): Quotation[] {
  const checked = new Map<string, Quotation>();
  for (const { base, currency, units = '1', rate, date, validUntil = null } of rows) {
    const numbers = { units: plainDecimal(units), rate: plainDecimal(rate) };
    if (!isFiat(base) || !isFiat(currency) || base === currency) continue;
    if (numbers.units === '' || numbers.rate === '') continue;
    if (!isDay(date) || (validUntil !== null && !isDay(validUntil)))
      throw new Error(`${title}: a rate of the response has no date.`);
    const key = `${date} ${base} ${currency}`;
    const same = checked.get(key);
    if (same && (same.rate !== numbers.rate || same.units !== numbers.units))
      throw new Error(`${title}: the response has two rates from ${base} to ${currency}.`);
    checked.set(key, { base, currency, ...numbers, date, validUntil });
  }
  if (checked.size === 0) throw new Error(`${title}: the response contains no dated rates.`);
  return [...checked.values()];
}

const isDay = (text: string): boolean =>
  dayPattern.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** `26.04.2026` or `26/04/2026` as `2026-04-26`; an empty text for anything else. */
export function readDay(text: string | undefined): string {
  const [, day, month, year] = /^(\d\d)[./](\d\d)[./](\d{4})$/.exec(text?.trim() ?? '') ?? [];
  return year ? `${year}-${month}-${day}` : '';
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** `03-Jan-2023`, `01/Feb/2020` or `02 October 2026` as `YYYY-MM-DD`, or an empty text. */
export function readNamedDay(text: string | undefined): string {
  const parts = /^(\d\d?)[-/ ]([a-z]{3})[a-z]*[-/ ](\d{4})$/i.exec(text?.trim() ?? '');
  const month = months.indexOf((parts?.[2] ?? '').toLowerCase()) + 1;
  if (!parts || month === 0) return '';
  return `${parts[3]}-${String(month).padStart(2, '0')}-${parts[1]!.padStart(2, '0')}`;
}

export { elements, elementText } from '#lib/xml-text.ts';

/** Throws with the title of the source. */
export function readJson(title: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${title}: the response is not JSON.`);
  }
}

/** An array of objects, whatever they contain. Throws with the title of the source. */
export function readRows(title: string, value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) throw new Error(`${title}: the response is not a list of rates.`);
  return value.filter((row) => typeof row === 'object' && row !== null);
}
