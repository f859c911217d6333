// The monthly rates of HM Revenue and Customs for customs and VAT: units for one pound. A currency
// appears once for each country that uses it.
import { parse } from 'csv-parse/sync';
import {
  checkQuotations,
  elements,
  elementText,
  type Quotation,
  readDay,
  readNamedDay,
} from './quotation.ts';

const title = 'HM Revenue and Customs';

export const readHmrc = (text: string): Quotation[] =>
  text.includes('<exchangeRateMonthList') ? readXml(text) : readCsv(text);

/** `<exchangeRateMonthList Period="01/Feb/2020 to 29/Feb/2020">`. */
function readXml(text: string): Quotation[] {
  const [, from, until] = /Period="(\S+) to (\S+)"/.exec(text) ?? [];
  const rows = elements(text, 'exchangeRate').map((one) => ({
    base: 'GBP',
    currency: elementText(one, 'currencyCode'),
    rate: elementText(one, 'rateNew'),
    date: readNamedDay(from),
    validUntil: readNamedDay(until),
  }));
  return checkQuotations(title, rows);
}

/** Country/Territories, Currency, Currency Code, Currency Units per £1, Start date, End date. */
function readCsv(text: string): Quotation[] {
  const rows: string[][] = parse(text, { bom: true, relax_column_count: true, trim: true });
  const names = (rows[0] ?? []).map((name) => name.toLowerCase());
  const [code, rate, from, until] = [
    'currency code',
    'currency units per £1',
    'start date',
    'end date',
  ].map((name) => names.indexOf(name)) as [number, number, number, number];
  if ([code, rate, from, until].includes(-1))
    throw new Error(`${title}: the response is no table of monthly rates.`);
  return checkQuotations(
    title,
    rows.slice(1).map((row) => ({
      base: 'GBP',
      currency: row[code],
      rate: row[rate],
      date: readDay(row[from]),
      validUntil: readDay(row[until]),
    })),
  );
}
