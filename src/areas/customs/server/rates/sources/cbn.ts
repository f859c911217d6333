// The Central Bank of Nigeria: nairas for one unit, the central rate. The list has all years.
import { checkQuotations, type Quotation, readJson, readRows } from './quotation.ts';

const title = 'Central Bank of Nigeria';

const codes: Record<string, string> = {
  CFA: 'XOF',
  'DANISH KRONA': 'DKK',
  'DANISH KRONER': 'DKK',
  EURO: 'EUR',
  'JAPANESE YEN': 'JPY',
  'POUND STERLING': 'GBP',
  'POUNDS STERLING': 'GBP',
  RIYAL: 'SAR',
  'SOUTH AFRICAN RAND': 'ZAR',
  'SWISS FRANC': 'CHF',
  'UAE DIRHAM': 'AED',
  'US DOLLAR': 'USD',
  YEN: 'JPY',
  'YUAN/RENMINBI': 'CNY',
};
/** Of the newest days only: old ones repeat currencies under two names. */
const rowsMax = 600;

export function readCbn(text: string): Quotation[] {
  const rows = readRows(title, readJson(title, text))
    .map(({ currency, ratedate, centralrate }) => ({
      base: codes[String(currency).trim().toUpperCase()],
      currency: 'NGN',
      rate: centralrate,
      date: String(ratedate).slice(0, 10),
    }))
    .toSorted((one, other) => (one.date < other.date ? 1 : -1))
    .slice(0, rowsMax);
  return checkQuotations(title, rows);
}
